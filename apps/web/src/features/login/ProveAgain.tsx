import { auth } from '@fleetdeck/contract/auth'
import { proofMinutes } from '@fleetdeck/contract/endpoint'
import { session } from '@fleetdeck/contract/session'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Form, Modal } from 'antd'
import Password from 'antd/es/input/Password'
import { useId } from 'react'
import { call } from '../../api/call.ts'
import { errorMessage } from '../../api/message-of.ts'
import { goToProvider } from '../../components/sign-in/external-sign-in.ts'
import { useText } from '../../ground/language.ts'
import { endProof } from '../../ground/proof-store.ts'
import { useSession } from '../../ground/session-store.ts'
import { useSite } from '../../ground/site.ts'

/** A call needs a recent proof of who the user is: their password, or an outside account that they have bound. */
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
      <ProveOutside />
    </Modal>
  )
}

/** Shown to users who have bound an outside account. */
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
