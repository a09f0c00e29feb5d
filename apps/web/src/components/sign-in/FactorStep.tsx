import {
  type FactorAnswer,
  type FactorKind,
  type FactorRequest,
  totpDigits,
} from '@fleetdeck/contract/second-factor'
import { session } from '@fleetdeck/contract/session'
import { useMutation } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { showError } from '../../api/feedback.ts'
import { errorMessage } from '../../api/message-of.ts'
import { useText } from '../../ground/language.ts'
import { storeToken } from '../../ground/session-store.ts'
import { useSite } from '../../ground/site.ts'
import { CodeInput } from './CodeInput.tsx'
import { askPasskey, passkeyObstacle } from './passkeys.ts'

const hints = {
  totp: 'login.factorHint',
  passkey: 'login.factorPasskeyHint',
  recoveryCode: 'login.factorRecoveryHint',
} as const
const switches = {
  totp: 'login.useApp',
  passkey: 'login.usePasskey',
  recoveryCode: 'login.useRecoveryCode',
} as const

interface FactorStepProps {
  factor: FactorRequest
  size?: 'large' | 'medium'
  /** Once the visitor is signed in. */
  onSignedIn?: () => void
  onBack: () => void
}

/** The second step of a sign-in: a passkey, a code of the authenticator app or a recovery code. */
export function FactorStep({ factor, size = 'large', onSignedIn, onBack }: FactorStepProps) {
  const t = useText()
  const { passkeyHost } = useSite()
  const [form] = Form.useForm<{ code: string }>()
  const kinds = factor.kinds.filter((kind) => kind !== 'passkey' || !passkeyObstacle(passkeyHost))
  const [chosen, setChosen] = useState<FactorKind>()
  const kind = chosen ?? kinds[0]
  const finish = useMutation({
    mutationFn: async (answer: Omit<FactorAnswer, 'key'>) =>
      call(session.finishLogin, { body: { key: factor.key, ...answer } }),
    onSuccess: ({ token }) => {
      storeToken(token)
      onSignedIn?.()
    },
    meta: { silent: true },
    onError: (error) => {
      form.setFieldValue('code', '')
      if (!form.getFieldInstance('code')) return showError(error)
      form.setFields([{ name: 'code', errors: [errorMessage(error)] }])
      form.focusField('code')
    },
  })
  const send = ({ code }: { code: string }) => {
    if (!finish.isPending) finish.mutate({ code })
  }
  const byPasskey = useMutation({
    mutationFn: async () => {
      if (factor.passkey) await finish.mutateAsync({ passkey: await askPasskey(factor.passkey) })
    },
  })
  return (
    <section aria-label={t('login.factorTitle')}>
      <p className="login-hint">{t(kind ? hints[kind] : 'login.factorNoWay')}</p>
      {kind === 'passkey' && (
        <Button
          type="primary"
          size={size}
          block
          autoFocus
          loading={byPasskey.isPending}
          onClick={() => byPasskey.mutate()}
        >
          {t('login.usePasskey')}
        </Button>
      )}
      {(kind === 'totp' || kind === 'recoveryCode') && (
        <Form<{ code: string }>
          key={kind}
          form={form}
          size={size}
          layout="vertical"
          requiredMark={false}
          className="login-form"
          onFinish={send}
          onValuesChange={({ code }) => {
            if (kind === 'totp' && code?.replace(/\D/g, '').length === totpDigits) send({ code })
          }}
        >
          <Form.Item
            name="code"
            label={t(kind === 'totp' ? 'login.factorCode' : 'login.recoveryCode')}
            rules={[{ required: true, whitespace: true, message: t('login.factorCodeRequired') }]}
          >
            <CodeInput isTotp={kind === 'totp'} />
          </Form.Item>
          <Button type="primary" htmlType="submit" block loading={finish.isPending}>
            {t('login.factorSubmit')}
          </Button>
        </Form>
      )}
      {kinds
        .filter((other) => other !== kind)
        .map((other) => (
          <Button key={other} type="link" block className="login-other" onClick={() => setChosen(other)}>
            {t(switches[other])}
          </Button>
        ))}
      <Button type="link" block className="login-other" onClick={onBack}>
        {t('login.factorBack')}
      </Button>
    </section>
  )
}
