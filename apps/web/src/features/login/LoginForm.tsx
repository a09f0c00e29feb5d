import { LockOutlined, SafetyOutlined, UserOutlined } from '@ant-design/icons'
import { session } from '@fleetdeck/contract/session'
import { useMutation } from '@tanstack/react-query'
import { Button, Checkbox, Form } from 'antd'
import Input from 'antd/es/input/Input'
import Password from 'antd/es/input/Password'
import { call } from '../../api/call.ts'
import { storeToken } from '../../api/session-store.ts'
import { useText } from '../../app/language.ts'
import { CodePicture } from './CodePicture.tsx'
import { offerPassword } from './offer-password.ts'
import { rememberedName, rememberName } from './remembered-name.ts'
import { useCode } from './use-code.ts'

interface LoginValues {
  username: string
  password: string
  code?: string
  remember?: boolean
}

interface LoginFormProps {
  /** Signing in again: the account stays the same. */
  userName?: string
  size?: 'large' | 'medium'
}

/** Account, password and code. A refusal is told, and shows another code. */
export function LoginForm({ userName, size = 'large' }: LoginFormProps) {
  const t = useText()
  const [form] = Form.useForm<LoginValues>()
  const code = useCode()
  const remembered = userName ?? rememberedName()
  const login = useMutation({
    mutationFn: ({ username, password, code: verifyCode }: LoginValues) =>
      call(session.login, { body: { username, password, verifyCode, verifyKey: code.key } }),
    onSuccess: async ({ token }, { username, password, remember }) => {
      if (userName === undefined) rememberName(remember ? username : '')
      if (remember) await offerPassword(username, password)
      storeToken(token)
    },
    onError: () => {
      form.setFieldValue('code', '')
      code.another()
    },
  })
  return (
    <Form<LoginValues>
      form={form}
      size={size}
      layout="vertical"
      requiredMark={false}
      className="login-form"
      initialValues={{ username: remembered, remember: remembered !== '' }}
      onFinish={(values) => login.mutate(values)}
    >
      <Form.Item
        name="username"
        label={t('login.userName')}
        rules={[{ required: true, whitespace: true, message: t('login.userNameRequired') }]}
      >
        <Input
          prefix={<UserOutlined />}
          autoComplete="username"
          maxLength={50}
          autoFocus={remembered === ''}
          readOnly={userName !== undefined}
          autoCapitalize="none"
          spellCheck={false}
        />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('login.password')}
        rules={[{ required: true, message: t('login.passwordRequired') }]}
      >
        <Password
          prefix={<LockOutlined />}
          autoComplete="current-password"
          maxLength={100}
          autoFocus={remembered !== ''}
        />
      </Form.Item>
      {code.isAsked && (
        <Form.Item label={t('login.code')} required htmlFor="login-code">
          <div className="login-code">
            <Form.Item name="code" noStyle rules={[{ required: true, message: t('login.codeRequired') }]}>
              <Input id="login-code" prefix={<SafetyOutlined />} autoComplete="off" maxLength={10} />
            </Form.Item>
            <CodePicture code={code} />
          </div>
        </Form.Item>
      )}
      {userName === undefined && (
        <Form.Item name="remember" valuePropName="checked" className="login-remember">
          <Checkbox title={t('login.rememberHint')}>{t('login.remember')}</Checkbox>
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" block loading={login.isPending}>
        {login.isPending ? t('login.submitting') : t('login.submit')}
      </Button>
    </Form>
  )
}
