import { Form, Input } from 'antd'
import { lengthRule } from '../../components/sign-in/password-rules.ts'
import { passwordMax } from '../../ground/constants.ts'
import { useText } from '../../ground/language.ts'

/** A password for another user; without one the server makes it. */
export function NewPasswordField({ autoFocus = false }: { autoFocus?: boolean }) {
  const t = useText()
  return (
    <Form.Item
      name="password"
      label={t('user.password')}
      extra={t('user.passwordHint')}
      rules={[lengthRule(t)]}
    >
      <Input.Password autoFocus={autoFocus} autoComplete="new-password" maxLength={passwordMax} />
    </Form.Item>
  )
}
