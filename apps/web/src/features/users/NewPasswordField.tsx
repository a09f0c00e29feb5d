import { Form, Input } from 'antd'
import { lengthRule } from '../../components/sign-in/password-rules.ts'
import { useText } from '../../ground/language.ts'
import { useSite } from '../../ground/site.ts'

/** A password for another user; without one the server makes it. */
export function NewPasswordField({ autoFocus = false }: { autoFocus?: boolean }) {
  const t = useText()
  const { passwordLimits } = useSite()
  return (
    <Form.Item
      name="password"
      label={t('user.password')}
      extra={t('user.passwordHint')}
      rules={[lengthRule(t, passwordLimits)]}
    >
      <Input.Password autoFocus={autoFocus} autoComplete="new-password" maxLength={100} />
    </Form.Item>
  )
}
