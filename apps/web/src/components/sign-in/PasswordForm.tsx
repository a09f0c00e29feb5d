import { ownAccessTokens } from '@fleetdeck/contract/access-tokens'
import { auth } from '@fleetdeck/contract/auth'
import { session } from '@fleetdeck/contract/session'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox, Form } from 'antd'
import type { Rule } from 'antd/es/form'
import Password from 'antd/es/input/Password'
import { useId } from 'react'
import { call } from '../../api/call.ts'
import { inBackground, showError, showSuccess } from '../../api/feedback.ts'
import { type Translate, useText } from '../../ground/language.ts'
import { useSession } from '../../ground/session-store.ts'
import { useSite } from '../../ground/site.ts'
import { showRefusedField } from '../refused-field.ts'
import { useTranslatedErrors } from '../use-translated-errors.ts'
import { confirmRules, lengthRule } from './password-rules.ts'

interface PasswordValues {
  oldPassword: string
  newPassword: string
  confirmPassword: string
  unbindIdentities?: boolean
}

/** Spec §5, account and password. */
function newPasswordRules(t: Translate, limits: { min: number; max: number }): Rule[] {
  return [
    { required: true, message: t('profile.newPasswordRequired') },
    lengthRule(t, limits),
    ({ getFieldValue }) => ({
      validator: (_, value) =>
        value && value === getFieldValue('oldPassword')
          ? Promise.reject(new Error(t('profile.passwordSame')))
          : Promise.resolve(),
    }),
  ]
}

/** Old, new and confirmed password. */
export function PasswordForm({ onChanged }: { onChanged?: () => void }) {
  const t = useText()
  const { passwordLimits } = useSite()
  const [form] = Form.useForm<PasswordValues>()
  const client = useQueryClient()
  const user = useSession((state) => state.user)
  const { data: identities } = useQuery({
    queryKey: [auth.list.path],
    queryFn: ({ signal }) => call(auth.list, { signal }),
    // Not answered until the first password has been changed.
    enabled: user?.mustChangePassword === false,
  })
  useTranslatedErrors(form)
  const change = useMutation({
    meta: { silent: true },
    onError: (error) => {
      if (!showRefusedField(form, error)) showError(error)
    },
    mutationFn: ({ oldPassword, newPassword, unbindIdentities = false }: PasswordValues) =>
      call(session.changePassword, { body: { oldPassword, newPassword, unbindIdentities } }),
    onSuccess: () => {
      form.resetFields()
      for (const { path } of [auth.list, ownAccessTokens.list])
        inBackground(client.invalidateQueries({ queryKey: [path] }))
      showSuccess(t('profile.passwordChanged'))
      onChanged?.()
    },
  })
  return (
    <Form<PasswordValues>
      form={form}
      name={useId()}
      layout="vertical"
      requiredMark={false}
      onFinish={(values) => change.mutate(values)}
      scrollToFirstError={{ focus: true }}
    >
      {/* Password managers need the account of the password. */}
      <input type="text" autoComplete="username" value={user?.userName ?? ''} readOnly hidden />
      <Form.Item
        name="oldPassword"
        label={t('profile.oldPassword')}
        rules={[{ required: true, message: t('profile.oldPasswordRequired') }]}
      >
        <Password autoComplete="current-password" maxLength={100} />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label={t('profile.newPassword')}
        dependencies={['oldPassword']}
        validateFirst
        rules={newPasswordRules(t, passwordLimits)}
      >
        <Password autoComplete="new-password" maxLength={100} />
      </Form.Item>
      <Form.Item
        name="confirmPassword"
        label={t('profile.confirmPassword')}
        dependencies={['newPassword']}
        validateFirst
        rules={confirmRules(t, 'newPassword')}
      >
        <Password autoComplete="new-password" maxLength={100} />
      </Form.Item>
      {identities && identities.length > 0 && (
        <Form.Item name="unbindIdentities" valuePropName="checked">
          <Checkbox>{t('profile.unbindIdentities')}</Checkbox>
        </Form.Item>
      )}
      <p className="login-hint">{t('profile.passwordHint')}</p>
      <Button type="primary" htmlType="submit" loading={change.isPending}>
        {t('profile.changePassword')}
      </Button>
    </Form>
  )
}
