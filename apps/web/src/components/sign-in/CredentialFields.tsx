import { LockOutlined, UserOutlined } from '@ant-design/icons'
import { Form } from 'antd'
import Input from 'antd/es/input/Input'
import Password from 'antd/es/input/Password'
import { useText } from '../../ground/language.ts'
import { CodeField } from './CodeField.tsx'
import { nameInput, passwordInput } from './credential-inputs.ts'
import type { VerificationCode } from './use-code.ts'

export interface CredentialValues {
  username: string
  password: string
  code?: string
}

interface CredentialFieldsProps {
  code: VerificationCode
  /** The account is known: only the password is required. */
  isNameGiven: boolean
  /** The account cannot be changed. */
  isNameFixed?: boolean
}

/** Account, password and code of an existing account. */
export function CredentialFields({ code, isNameGiven, isNameFixed = false }: CredentialFieldsProps) {
  const t = useText()
  return (
    <>
      <Form.Item
        name="username"
        label={t('login.userName')}
        rules={[{ required: true, whitespace: true, message: t('login.userNameRequired') }]}
      >
        <Input {...nameInput} prefix={<UserOutlined />} autoFocus={!isNameGiven} readOnly={isNameFixed} />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('login.password')}
        rules={[{ required: true, message: t('login.passwordRequired') }]}
      >
        <Password {...passwordInput} prefix={<LockOutlined />} autoFocus={isNameGiven} />
      </Form.Item>
      <CodeField code={code} />
    </>
  )
}
