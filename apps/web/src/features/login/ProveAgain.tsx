import { auth } from '@fleetdeck/contract/auth'
import { proofMinutes } from '@fleetdeck/contract/endpoint'
import type { FactorAnswer } from '@fleetdeck/contract/second-factor'
import { session } from '@fleetdeck/contract/session'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Form, Modal } from 'antd'
import Password from 'antd/es/input/Password'
import { useId, useState } from 'react'
import { call } from '../../api/call.ts'
import { inBackground } from '../../api/feedback.ts'
import { errorMessage } from '../../api/message-of.ts'
import { CodeInput } from '../../components/sign-in/CodeInput.tsx'
import { goToProvider } from '../../components/sign-in/external-sign-in.ts'
import { askPasskey, passkeyObstacle } from '../../components/sign-in/passkeys.ts'
import { useText } from '../../ground/language.ts'
import { endProof } from '../../ground/proof-store.ts'
import { useSession } from '../../ground/session-store.ts'
import { useSite } from '../../ground/site.ts'

/**
 * A call needs a recent proof of who the user is: their password, a second factor, or an external account that they
 * have linked.
 */
export function ProveAgain() {
  const t = useText()
  const id = useId()
  const [form] = Form.useForm<{ password: string }>()
  const user = useSession((state) => state.user)
  const prove = useMutation({
    mutationFn: (body: { password: string }) => call(session.prove, { body }),
    meta: { silent: true },
    onSuccess: () => endProof({ isGiven: true }),
    onError: (error) => {
      form.setFields([{ name: 'password', errors: [errorMessage(error)] }])
      form.focusField('password')
    },
  })
  return (
    <Modal
      open
      title={t('login.proofTitle')}
      okText={t('login.proofSubmit')}
      okButtonProps={{ htmlType: 'submit', form: id, loading: prove.isPending }}
      onCancel={() => endProof({ isGiven: false })}
      width={400}
      mask={{ closable: false }}
      zIndex={2000}
    >
      <p>{t('login.proofHint', { minutes: proofMinutes })}</p>
      <Form
        form={form}
        id={id}
        layout="vertical"
        requiredMark={false}
        onFinish={(values) => prove.mutate(values)}
      >
        {/* Password managers need the account of the password. */}
        <input type="text" autoComplete="username" value={user?.userName ?? ''} readOnly hidden />
        <Form.Item
          name="password"
          label={t('login.password')}
          rules={[{ required: true, message: t('login.passwordRequired') }]}
        >
          <Password autoComplete="current-password" maxLength={100} autoFocus />
        </Form.Item>
      </Form>
      <ProveByFactor />
      <ProveOutside />
    </Modal>
  )
}

/** Shown to users who have a second factor. */
function ProveByFactor() {
  const t = useText()
  const { passkeyHost } = useSite()
  const [form] = Form.useForm<{ code: string }>()
  const [isCode, setCode] = useState(false)
  const { data: factor, refetch } = useQuery({
    queryKey: [session.startProof.path],
    queryFn: ({ signal }) => call(session.startProof, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { silent: true },
  })
  const prove = useMutation({
    mutationFn: (answer: Omit<FactorAnswer, 'key'>) =>
      call(session.prove, { body: { key: factor?.key ?? '', ...answer } }),
    onSuccess: () => endProof({ isGiven: true }),
    onError: () => {
      form.resetFields()
      inBackground(refetch())
    },
  })
  const byPasskey = useMutation({
    mutationFn: async () => {
      if (factor?.passkey) await prove.mutateAsync({ passkey: await askPasskey(factor.passkey) })
    },
  })
  if (!factor?.kinds.length) return null
  return (
    <>
      {factor.passkey && !passkeyObstacle(passkeyHost) && (
        <Button block loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
          {t('login.usePasskey')}
        </Button>
      )}
      {factor.kinds.includes('totp') && !isCode && (
        <Button type="link" block className="login-other" onClick={() => setCode(true)}>
          {t('login.useApp')}
        </Button>
      )}
      {isCode && (
        <Form form={form} layout="vertical" requiredMark={false} onFinish={prove.mutate}>
          <Form.Item
            name="code"
            label={t('login.factorCode')}
            rules={[{ required: true, whitespace: true, message: t('login.factorCodeRequired') }]}
          >
            <CodeInput isTotp />
          </Form.Item>
          <Button block htmlType="submit" loading={prove.isPending}>
            {t('login.proofSubmit')}
          </Button>
        </Form>
      )}
    </>
  )
}

/** Shown to users who have linked an external account. */
function ProveOutside() {
  const t = useText()
  const { oidcEnabled } = useSite()
  const { data: identities } = useQuery({
    queryKey: [auth.list.path],
    queryFn: ({ signal }) => call(auth.list, { signal }),
    enabled: oidcEnabled === true,
    meta: { silent: true },
  })
  const leave = useMutation({
    mutationFn: () => goToProvider(() => call(auth.startProof), location.pathname + location.search),
  })
  if (!oidcEnabled || !identities?.length) return null
  return (
    <>
      <Button block loading={leave.isPending || leave.isSuccess} onClick={() => leave.mutate()}>
        {t('login.proofOutside')}
      </Button>
      <p className="login-hint">{t('login.proofOutsideHint')}</p>
    </>
  )
}
