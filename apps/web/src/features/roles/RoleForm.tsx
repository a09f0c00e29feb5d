import type { MenuId } from '@fleetdeck/contract/ids'
import { RoleDraft } from '@fleetdeck/contract/roles'
import { SecondFactor } from '@fleetdeck/contract/second-factor'
import { Alert, Button, Card, Form, Radio, Typography } from 'antd'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { inBackground, showSuccess } from '../../api/feedback.ts'
import { errorMessage } from '../../api/message-of.ts'
import { useDraft } from '../../components/drafts/use-draft.tsx'
import { MenuMatrix } from '../../components/menu-grants/MenuMatrix.tsx'
import { showRefusedField } from '../../components/refused-field.ts'
import { StatusField } from '../../components/StatusField.tsx'
import { scopeTexts } from '../../components/scope-texts.ts'
import { useTranslatedErrors } from '../../components/use-translated-errors.ts'
import { NumberField, TextAreaField, TextField } from '../../crud/fields.tsx'
import { useText } from '../../ground/language.ts'
import { useLatest } from '../../ground/use-latest.ts'
import styles from './role-form.module.css'
import type { RoleFields, RoleStart } from './role-start.ts'
import { useRoleFormSaving } from './use-role-form-saving.ts'

/** The content of a draft. */
interface TypedRole {
  fields: RoleFields
  granted: number[]
  isLinked: boolean
}

interface RoleFormProps {
  start: RoleStart
  /** Called when something was changed. */
  onTouch: () => void
  onReload: () => Promise<unknown>
}

function Fields({ dataScope }: Pick<RoleStart, 'dataScope'>) {
  const t = useText()
  return (
    <div className={styles.fields}>
      <TextField draft={RoleDraft} name="roleName" label={t('role.name')} autoFocus />
      <TextField draft={RoleDraft} name="roleKey" label={t('role.key')} tooltip={t('role.keyHint')} />
      <NumberField draft={RoleDraft} name="roleSort" label={t('role.sort')} />
      <StatusField />
      <Form.Item name="secondFactor" label={t('factor.inRole')} tooltip={t('factor.roleHint')}>
        <Radio.Group
          options={[
            { value: SecondFactor.offered, label: t('factor.roleOffered') },
            { value: SecondFactor.required, label: t('factor.roleRequired') },
          ]}
        />
      </Form.Item>
      <Form.Item label={t('role.dataScope')}>
        {t(scopeTexts[dataScope]?.name ?? 'role.scopeSelf')}{' '}
        <Typography.Text type="secondary">{t('role.scopeApart')}</Typography.Text>
      </Form.Item>
      <TextAreaField draft={RoleDraft} name="remark" label={t('role.remark')} rows={1} />
    </div>
  )
}

/** The fields and grants of a role, saved together. */
export function RoleForm({ start, onTouch, onReload }: RoleFormProps) {
  const t = useText()
  const navigate = useNavigate()
  const [form] = Form.useForm<RoleFields>()
  const [granted, setGranted] = useState<ReadonlySet<number>>(() => new Set(start.menuIds))
  const [isLinked, setLinked] = useState(start.isLinked)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const saving = useRoleFormSaving(start, () => inBackground(onReload()))
  const draft = useDraft<TypedRole>({
    place: `role/${start.role?.id ?? `new${start.copyOf ?? ''}`}`,
    stored: [start.fields, start.menuIds, start.isLinked],
    read: () => ({ fields: form.getFieldsValue(true), granted: [...granted], isLinked }),
    restore: (typed) => {
      onTouch()
      form.setFieldsValue(typed.fields)
      setGranted(new Set(typed.granted))
      setLinked(typed.isLinked)
    },
  })
  useTranslatedErrors(form)
  const changed = useLatest(() => {
    onTouch()
    draft.keep()
  })
  // The same function for all renders: the rows of the matrix depend on it.
  const onGrant = useCallback(
    (change: (before: ReadonlySet<number>) => ReadonlySet<number>) => {
      changed.current()
      setGranted(change)
    },
    [changed],
  )
  const leave = async () => {
    if (await draft.mayClose()) inBackground(navigate('/system/role'))
  }

  const submit = async (values: RoleFields) => {
    if (isBusy) return
    setBusy(true)
    setFailure(undefined)
    try {
      if (await saving.save(values, { menuIds: [...granted] as MenuId[], menuCheckStrictly: isLinked })) {
        draft.drop()
        showSuccess(t(start.role ? 'table.saved' : 'table.added'))
        inBackground(navigate('/system/role'))
        await onReload()
      }
    } catch (error) {
      setFailure(errorMessage(error))
      showRefusedField(form, error)
    }
    setBusy(false)
  }

  return (
    <Form<RoleFields>
      form={form}
      layout="vertical"
      requiredMark
      initialValues={start.fields}
      onFinish={submit}
      onValuesChange={changed.current}
      scrollToFirstError={{ focus: true }}
    >
      {draft.bar}
      {failure && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={t('table.notSaved')}
          description={failure}
          style={{ marginBottom: 12 }}
        />
      )}
      <Card size="small">
        <Fields dataScope={start.dataScope} />
      </Card>
      <h2 className={styles.heading}>{t('role.menus')}</h2>
      <MenuMatrix
        nodes={start.menuList}
        newIds={start.newMenus}
        value={granted}
        onChange={onGrant}
        isLinked={isLinked}
        onLink={(linked) => {
          changed.current()
          setLinked(linked)
        }}
      />
      <footer className={styles.footer}>
        <Button onClick={leave}>{t('table.cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {t('table.save')}
        </Button>
      </footer>
      {saving.dialogs}
    </Form>
  )
}
