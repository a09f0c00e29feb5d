import { session } from '@fleetdeck/contract/session'
import { useMutation } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import type { Rule } from 'antd/es/form'
import Password from 'antd/es/input/Password'
import { useId } from 'react'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { type Translate, useText } from '../../ground/language.ts'
import { useSession } from '../../ground/session-store.ts'
import { useSite } from '../../ground/site.ts'
import { confirmRules, lengthRule } from './password-rules.ts'

interface PasswordValues {
  oldPassword: string
  newPassword: string
  confirmPassword: string
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
  const userName = useSession((state) => state.user?.userName)
  const change = useMutation({
    mutationFn: ({ oldPassword, newPassword }: PasswordValues) =>
      call(session.changePassword, { body: { oldPassword, newPassword } }),
    onSuccess: () => {
      form.resetFields()
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
    >
      {/* Password managers need the account of the password. */}
      <input type="text" autoComplete="username" value={userName ?? ''} readOnly hidden />
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
      <Button type="primary" htmlType="submit" loading={change.isPending}>
        {t('profile.changePassword')}
      </Button>
    </Form>
  )
}
