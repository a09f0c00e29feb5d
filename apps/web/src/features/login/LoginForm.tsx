import type { FactorRequest } from '@fleetdeck/contract/second-factor'
import { session } from '@fleetdeck/contract/session'
import { useMutation } from '@tanstack/react-query'
import { Button, Checkbox, Form } from 'antd'
import { type ReactNode, useId, useLayoutEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { isOutage } from '../../api/call-error.ts'
import { showError } from '../../api/feedback.ts'
import { showRefusedField } from '../../components/refused-field.ts'
import { CredentialFields, type CredentialValues } from '../../components/sign-in/CredentialFields.tsx'
import { FactorStep } from '../../components/sign-in/FactorStep.tsx'
import { useCode } from '../../components/sign-in/use-code.ts'
import { useTranslatedErrors } from '../../components/use-translated-errors.ts'
import { useText } from '../../ground/language.ts'
import { storeToken } from '../../ground/session-store.ts'
import { takeTypedBefore } from '../../ground/typed-before.ts'
import { offerPassword } from './offer-password.ts'
import { readRememberedName, rememberName } from './remembered-name.ts'

interface LoginValues extends CredentialValues {
  remember?: boolean
}

interface LoginFormProps {
  /** Signing in again: the account cannot be changed. */
  userName?: string
  size?: 'large' | 'medium'
  /** The second step of a sign-in that began elsewhere. */
  begun?: FactorRequest | undefined
  /** Other ways, as long as no second step is asked for. */
  children?: ReactNode
}

/** Account, password and code, then the second factor. A refusal loads another code; an outage has used none. */
export function LoginForm({ userName, size = 'large', begun, children }: LoginFormProps) {
  const t = useText()
  const id = useId()
  const [form] = Form.useForm<LoginValues>()
  useTranslatedErrors(form)
  const code = useCode()
  const [factor, setFactor] = useState(begun)
  const remembered = userName ?? readRememberedName()
  useLayoutEffect(() => {
    const typed = userName === undefined && takeTypedBefore()
    if (!typed) return
    form.setFieldsValue(typed.values)
    if (typed.focused) form.focusField(typed.focused)
  }, [form, userName])
  const login = useMutation({
    mutationFn: ({ username, password, code: verifyCode }: LoginValues) =>
      call(session.login, { body: { username, password, verifyCode, verifyKey: code.key } }),
    onSuccess: async ({ token, factor: asked }, { username, password, remember }) => {
      if (userName === undefined) rememberName(remember ? username : '')
      if (remember) await offerPassword(username, password)
      if (asked) setFactor(asked)
      else storeToken(token)
    },
    meta: { silent: true },
    onError: (error) => {
      if (!isOutage(error)) {
        form.setFieldValue('code', '')
        code.another()
      }
      if (!showRefusedField(form, error, { verifyCode: 'code' })) showError(error)
    },
  })
  const goBack = () => {
    setFactor(undefined)
    code.another()
  }
  if (factor) return <FactorStep factor={factor} size={size} onBack={goBack} />
  return (
    <>
      <Form<LoginValues>
        form={form}
        name={id}
        size={size}
        layout="vertical"
        requiredMark={false}
        className="login-form"
        initialValues={{ username: remembered, remember: remembered !== '' }}
        onFinish={(values) => login.mutate(values)}
        onFinishFailed={({ errorFields: [first] }) => first && form.focusField(first.name)}
      >
        <CredentialFields code={code} isNameGiven={remembered !== ''} isNameFixed={userName !== undefined} />
        {userName === undefined && (
          <Form.Item name="remember" valuePropName="checked" className="login-remember">
            <Checkbox title={t('login.rememberHint')}>{t('login.remember')}</Checkbox>
          </Form.Item>
        )}
        <Button type="primary" htmlType="submit" block loading={login.isPending}>
          {login.isPending ? t('login.submitting') : t('login.submit')}
        </Button>
      </Form>
      {children}
    </>
  )
}
