import { LockOutlined, UserOutlined } from '@ant-design/icons'
import { register, userNamePattern } from '@fleetdeck/contract/register'
import { useMutation } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import Input from 'antd/es/input/Input'
import Password from 'antd/es/input/Password'
import { call } from '../../api/call.ts'
import { isOutage } from '../../api/call-error.ts'
import { CodeField } from '../../components/sign-in/CodeField.tsx'
import { confirmRules, lengthRule } from '../../components/sign-in/password-rules.ts'
import { useCode } from '../../components/sign-in/use-code.ts'
import { useText } from '../../ground/language.ts'
import { useSite } from '../../ground/site.ts'

interface RegisterValues {
  username: string
  password: string
  confirmPassword: string
  code?: string
}

/** Name, password twice, code. A refusal loads another code. */
export function RegisterForm({ onMade }: { onMade: (userName: string) => void }) {
  const t = useText()
  const { passwordLimits } = useSite()
  const [form] = Form.useForm<RegisterValues>()
  const code = useCode()
  const send = useMutation({
    mutationFn: ({ username, password, code: verifyCode }: RegisterValues) =>
      call(register.add, { body: { username, password, verifyCode, verifyKey: code.key } }),
    onSuccess: (_, { username }) => onMade(username),
    onError: (error) => {
      if (isOutage(error)) return
      form.setFieldValue('code', '')
      code.another()
    },
  })
  return (
    <Form<RegisterValues>
      form={form}
      size="large"
      layout="vertical"
      requiredMark={false}
      className="login-form"
      onFinish={(values) => send.mutate(values)}
    >
      <Form.Item
        name="username"
        label={t('login.userName')}
        validateFirst
        rules={[
          { required: true, message: t('login.userNameRequired') },
          { pattern: userNamePattern, message: t('identity.userNameRule') },
        ]}
      >
        <Input
          prefix={<UserOutlined />}
          autoComplete="username"
          maxLength={20}
          autoFocus
          autoCapitalize="none"
          spellCheck={false}
        />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('login.password')}
        validateFirst
        rules={[{ required: true, message: t('login.passwordRequired') }, lengthRule(t, passwordLimits)]}
      >
        <Password prefix={<LockOutlined />} autoComplete="new-password" maxLength={100} />
      </Form.Item>
      <Form.Item
        name="confirmPassword"
        label={t('profile.confirmPassword')}
        dependencies={['password']}
        validateFirst
        rules={confirmRules(t, 'password')}
      >
        <Password prefix={<LockOutlined />} autoComplete="new-password" maxLength={100} />
      </Form.Item>
      <CodeField code={code} />
      <Button type="primary" htmlType="submit" block loading={send.isPending}>
        {t('identity.registerSubmit')}
      </Button>
    </Form>
  )
}
