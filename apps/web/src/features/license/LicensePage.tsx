import { type LicenseInfo, siteLicense } from '@fleetdeck/contract/license'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Skeleton } from 'antd'
import { useId, useState } from 'react'
import { call } from '../../api/call.ts'
import { showError, showFailure, shown, showSuccess } from '../../api/feedback.ts'
import { questioned } from '../../api/questioned.tsx'
import { CopyText } from '../../components/CopyText.tsx'
import { useFormDraft } from '../../components/drafts/use-form-draft.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { InfoList } from '../../components/panels/InfoList.tsx'
import panels from '../../components/panels/panels.module.css'
import { fullTime } from '../../components/time-text.ts'
import { copyToClipboard } from '../../ground/clipboard.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'

type Detail = NonNullable<LicenseInfo['detail']>

function LicenseDetails({ detail }: { detail: Detail }) {
  const t = useText()
  const { kind, serial, devices, usedDevices, expireTime, daysLeft, customer, issuedAt } = detail
  const left = daysLeft === null ? '' : ` · ${t('license.left', { days: daysLeft })}`
  return (
    <div className={panels.tables}>
      <InfoList
        title={t('license.title')}
        rows={[
          [t('license.kind'), t(`license.kind.${kind}`)],
          [t('license.serial'), <CopyText key="serial" text={serial} />],
          [t('license.devices'), devices ?? t('license.unlimited')],
          [t('license.used'), usedDevices],
          [t('license.expires'), expireTime ? `${fullTime(expireTime)}${left}` : t('license.forEver')],
          ...(customer ? [[t('license.customer'), customer] as const] : []),
          ...(issuedAt ? [[t('license.issued'), fullTime(issuedAt)] as const] : []),
        ]}
      />
    </div>
  )
}

/** A text input with its button; a refused text stays in the input. */
function OneField(props: {
  name: string
  label: string
  hint: string
  okText: string
  initial?: string
  isLong?: boolean
  /** False, or an error that it has shown: nothing is saved. */
  onSave: (text: string) => Promise<unknown>
}) {
  const [form] = Form.useForm<Record<string, string | undefined>>()
  const formId = useId()
  const stored = { [props.name]: props.initial ?? '' }
  const draft = useFormDraft(form, { place: `license/${props.name}`, formId, stored })
  const [isSaving, setSaving] = useState(false)
  const save = async (values: Record<string, string | undefined>) => {
    setSaving(true)
    const isSaved = await props.onSave((values[props.name] ?? '').trim()).catch(() => false)
    setSaving(false)
    if (isSaved !== false) draft.drop()
  }
  return (
    <Form
      form={form}
      name={formId}
      layout="vertical"
      onFinish={save}
      initialValues={stored}
      onValuesChange={draft.keep}
    >
      {draft.bar}
      <Form.Item name={props.name} label={props.label} extra={props.hint}>
        {props.isLong ? (
          <Input.TextArea rows={4} maxLength={4000} spellCheck={false} />
        ) : (
          <Input maxLength={200} />
        )}
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={isSaving}>
        {props.okText}
      </Button>
    </Form>
  )
}

function Changes({ detail, changed }: { detail: Detail; changed: () => unknown }) {
  const t = useText()
  const saveCode = async (code: string) => {
    const take = (confirmed: boolean) => call(siteLicense.saveAuthData, { body: { code, confirmed } })
    const question = { title: t('license.smallerTitle'), okText: t('license.save') }
    const isTaken = await shown(questioned(take, question)).catch(() => false)
    if (!isTaken) return false
    showSuccess(t('license.saved'))
    await changed()
    return true
  }
  const saveDomain = async (domain: string) => {
    await shown(call(siteLicense.saveCloudDomain, { body: { domain } }))
    showSuccess(t('license.domainSaved'))
    await changed()
  }
  return (
    <>
      {detail.kind !== 'open' && (
        <section className={panels.card} aria-label={t('license.code')}>
          <OneField
            name="code"
            label={t('license.code')}
            hint={t('license.codeHint')}
            okText={t('license.save')}
            isLong
            onSave={saveCode}
          />
        </section>
      )}
      <section className={panels.card} aria-label={t('license.domain')}>
        <OneField
          name="domain"
          label={t('license.domain')}
          hint={t('license.domainHint')}
          okText={t('license.saveDomain')}
          initial={detail.cloudDomain}
          onSave={saveDomain}
        />
      </section>
    </>
  )
}

/** The authorization of the site, and the input for a new code (spec §1). */
export function LicensePage() {
  const t = useText()
  const client = useQueryClient()
  const mayEdit = useMay(siteLicense.saveAuthData.permission)
  const { data, error, refetch } = useQuery({
    queryKey: [siteLicense.info.path],
    queryFn: ({ signal }) => call(siteLicense.info, { signal }),
    meta: { silent: true },
  })
  const detail = data?.detail
  const copy = () =>
    call(siteLicense.copyCloudJson)
      .then(copyToClipboard)
      .then((isCopied) => (isCopied ? showSuccess(t('license.copied')) : showFailure(t('common.copyFailed'))))
      .catch(showError)
  return (
    <section className={panels.page} aria-label={t('license.title')}>
      <header className={panels.head}>
        <h1>{t('license.title')}</h1>
        <span className={panels.headTools}>
          <Button onClick={copy}>{t('license.copyJson')}</Button>
        </span>
      </header>
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton active />}
      {detail?.kind === 'open' && <Alert type="info" showIcon title={t('license.open')} />}
      {detail?.isExpired && <Alert type="error" showIcon title={t('license.expired')} />}
      {detail && <LicenseDetails detail={detail} />}
      {detail && mayEdit && (
        <Changes
          detail={detail}
          changed={() => client.invalidateQueries({ queryKey: [siteLicense.info.path] })}
        />
      )}
    </section>
  )
}
