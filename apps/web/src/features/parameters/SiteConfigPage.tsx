import { guardedPermission } from '@fleetdeck/contract/parameter-rows'
import { type SiteSetting, siteConfig } from '@fleetdeck/contract/site-config'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Card, Form, Skeleton } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { shown, showSuccess } from '../../api/feedback.ts'
import { useDraft } from '../../components/drafts/use-draft.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { SecretInput } from '../../components/SecretInput.tsx'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { siteKey } from '../../ground/site.ts'
import { hintLine } from './hint-line.ts'
import styles from './parameters.module.css'
import { ValueInput, valueText } from './ValueInput.tsx'

/** Edited values that differ from the stored ones, by key. */
function useChanges(settings: SiteSetting[]) {
  const [typed, setTyped] = useState<Record<string, string>>({})
  const changed = settings.filter(({ key, value }) => key in typed && typed[key] !== value)
  const isKept = ({ key, isSecret }: SiteSetting) => !isSecret && key in typed
  const draft = useDraft<Record<string, string>>({
    place: 'siteConfig',
    stored: settings.filter(({ isSecret }) => !isSecret).map(({ key, value }) => [key, value]),
    read: () => Object.fromEntries(settings.filter(isKept).map(({ key }) => [key, typed[key] ?? ''])),
    restore: setTyped,
  })
  return {
    draftBar: draft.bar,
    valueOf: ({ key, value }: SiteSetting) => typed[key] ?? value,
    set: (key: string, value: string) => {
      setTyped((before) => ({ ...before, [key]: value }))
      draft.keep()
    },
    changed: Object.fromEntries(changed.map(({ key }) => [key, typed[key] ?? ''])),
    forget: () => {
      setTyped({})
      draft.drop()
    },
  }
}
type Changes = ReturnType<typeof useChanges>

function Setting({
  setting,
  changes,
  mayEdit,
}: {
  setting: SiteSetting
  changes: Changes
  mayEdit: boolean
}) {
  const t = useText()
  const { key, name, hint, defaultValue, isSecret, isGuarded } = setting
  const mayChangeGuarded = useMay(guardedPermission)
  const isLocked = mayEdit && isGuarded && !mayChangeGuarded
  const value = changes.valueOf(setting)
  const isChanged = key in changes.changed
  const hints = [
    hint,
    !isSecret && defaultValue !== '' && t('parameter.defaultIs', { value: valueText(t, defaultValue, key) }),
  ]
  const canReset = mayEdit && !isLocked && !isSecret && value !== defaultValue
  return (
    <Form.Item
      label={name}
      htmlFor={key}
      extra={
        <>
          {hintLine(hints)}
          {isLocked && <div className={styles.faded}>{t('parameter.guardedHint')}</div>}
          {canReset && (
            <Button type="link" size="small" onClick={() => changes.set(key, defaultValue)}>
              {t('parameter.toDefault')}
            </Button>
          )}
        </>
      }
      className={isChanged ? `${styles.changed}` : ''}
    >
      {isSecret ? (
        <SecretInput
          id={key}
          disabled={!mayEdit || isLocked}
          value={value}
          onChange={(text) => changes.set(key, text)}
          read={async () => (await call(siteConfig.secret, { query: { key } })).value}
        />
      ) : (
        <ValueInput
          id={key}
          name={key}
          disabled={!mayEdit || isLocked}
          value={value}
          onChange={(text) => changes.set(key, text)}
        />
      )}
    </Form.Item>
  )
}

/** All settings of the site, in groups; changes are saved together. */
export function SiteConfigPage() {
  const t = useText()
  const client = useQueryClient()
  const mayEdit = useMay(siteConfig.update.permission)
  const [isSaving, setSaving] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: [siteConfig.list.path],
    queryFn: ({ signal }) => call(siteConfig.list, { signal }),
    meta: { silent: true },
  })
  const changes = useChanges(data?.groups.flatMap(({ settings }) => settings) ?? [])
  const count = Object.keys(changes.changed).length
  const save = async () => {
    setSaving(true)
    try {
      await shown(call(siteConfig.update, { body: { values: changes.changed } }))
      await Promise.all([refetch(), client.invalidateQueries({ queryKey: siteKey })])
      changes.forget()
      showSuccess(t('parameter.saved'))
    } catch {
      // The error is already shown; the edited values stay.
    }
    setSaving(false)
  }
  return (
    <section className={styles.site} aria-label={t('parameter.siteTitle')}>
      <header className={styles.siteHead}>
        <h1>{t('parameter.siteTitle')}</h1>
        <span className={styles.faded}>{t('parameter.siteHint')}</span>
        {mayEdit && (
          <Button type="primary" disabled={count === 0} loading={isSaving} onClick={save}>
            {count === 0 ? t('parameter.saveNone') : t('parameter.saveChanges', { count })}
          </Button>
        )}
      </header>
      {data && changes.draftBar}
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton active />}
      <Form layout="vertical" className={styles.groups ?? ''} component="div">
        {data?.groups.map(({ group, settings }) => (
          <Card key={group} size="small" title={t(`parameter.group.${group}`)}>
            {settings.map((setting) => (
              <Setting key={setting.key} setting={setting} changes={changes} mayEdit={mayEdit} />
            ))}
          </Card>
        ))}
      </Form>
    </section>
  )
}
