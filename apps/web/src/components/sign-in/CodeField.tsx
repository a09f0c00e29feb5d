import { SafetyOutlined } from '@ant-design/icons'
import { Form } from 'antd'
import Input from 'antd/es/input/Input'
import { useText } from '../../ground/language.ts'
import { CodePicture } from './CodePicture.tsx'
import type { VerificationCode } from './use-code.ts'

/** The characters of the captcha image, if the site requires them. */
export function CodeField({ code }: { code: VerificationCode }) {
  const t = useText()
  if (!code.isAsked) return null
  return (
    <Form.Item label={t('login.code')} required htmlFor="login-code">
      <div className="login-code">
        <Form.Item name="code" noStyle rules={[{ required: true, message: t('login.codeRequired') }]}>
          <Input id="login-code" prefix={<SafetyOutlined />} autoComplete="off" maxLength={10} />
        </Form.Item>
        <CodePicture code={code} />
      </div>
    </Form.Item>
  )
}
