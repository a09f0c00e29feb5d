import { auth } from '@fleetdeck/contract/auth'
import type { FactorRequest } from '@fleetdeck/contract/second-factor'
import { useMutation } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { isOutage } from '../../api/call-error.ts'
import { inBackground } from '../../api/feedback.ts'
import { CredentialFields, type CredentialValues } from '../../components/sign-in/CredentialFields.tsx'
import { afterSignIn } from '../../components/sign-in/external-sign-in.ts'
import { FactorStep } from '../../components/sign-in/FactorStep.tsx'
import { useCode } from '../../components/sign-in/use-code.ts'
import { useText } from '../../ground/language.ts'
import { storeToken } from '../../ground/session-store.ts'

/** An external identity without an account, and the page to open after the sign-in. */
export interface Waiting {
  bindKey: string
  redirect: string
}

/** Links the external identity to an account, by account and password; needed once. */
export function BindForm({ waiting: { bindKey, redirect } }: { waiting: Waiting }) {
  const t = useText()
  const navigate = useNavigate()
  const [form] = Form.useForm<CredentialValues>()
  const code = useCode()
  const [factor, setFactor] = useState<FactorRequest>()
  const goOn = () => inBackground(navigate(afterSignIn(redirect), { replace: true }))
  const bind = useMutation({
    mutationFn: ({ username, password, code: verifyCode }: CredentialValues) =>
      call(auth.bind, { body: { bindKey, username, password, verifyCode, verifyKey: code.key } }),
    onSuccess: ({ token, factor: asked }) => {
      if (asked) return setFactor(asked)
      storeToken(token)
      goOn()
    },
    onError: (error) => {
      if (isOutage(error)) return
      form.setFieldValue('code', '')
      code.another()
    },
  })
  // The key is used up: only the provider can start again.
  const goBack = () => inBackground(navigate('/login', { replace: true }))
  if (factor) return <FactorStep factor={factor} onSignedIn={goOn} onBack={goBack} />
  return (
    <Form<CredentialValues>
      form={form}
      size="large"
      layout="vertical"
      requiredMark={false}
      className="login-form"
      onFinish={(values) => bind.mutate(values)}
    >
      <CredentialFields code={code} isNameGiven={false} />
      <Button type="primary" htmlType="submit" block loading={bind.isPending}>
        {t('identity.bindSubmit')}
      </Button>
    </Form>
  )
}
