import { ownFactors } from '@fleetdeck/contract/second-factor'
import { useMutation } from '@tanstack/react-query'
import { Form, Modal } from 'antd'
import Input from 'antd/es/input/Input'
import { useId } from 'react'
import { call } from '../../api/call.ts'
import { isAbort, showSuccess } from '../../api/feedback.ts'
import { errorMessage } from '../../api/message-of.ts'
import { useText } from '../../ground/language.ts'
import { makePasskey } from '../sign-in/passkeys.ts'

interface PasskeyDialogProps {
  onAdded: (made: { recoveryCodes: string[] }) => Promise<void>
  onClose: () => void
}

/** Names a passkey, then the browser makes it. */
export function PasskeyDialog({ onAdded, onClose }: PasskeyDialogProps) {
  const t = useText()
  const id = useId()
  const [form] = Form.useForm<{ passkeyName: string }>()
  const add = useMutation({
    mutationFn: async ({ passkeyName }: { passkeyName: string }) => {
      const { key, options } = await call(ownFactors.startPasskey)
      const passkey = await makePasskey(options)
      return call(ownFactors.addPasskey, { body: { key, passkeyName, passkey } })
    },
    meta: { silent: true },
    onSuccess: async (made, { passkeyName }) => {
      showSuccess(t('factor.passkeyAdded', { name: passkeyName }))
      await onAdded(made)
    },
    onError: (error) => {
      if (!isAbort(error)) form.setFields([{ name: 'passkeyName', errors: [errorMessage(error)] }])
    },
  })
  return (
    <Modal
      open
      width={400}
      title={t('factor.passkeyAdd')}
      okText={t('login.factorSubmit')}
      okButtonProps={{ htmlType: 'submit', form: id, loading: add.isPending }}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <Form form={form} id={id} layout="vertical" requiredMark={false} onFinish={add.mutate}>
        <Form.Item
          name="passkeyName"
          label={t('factor.passkeyName')}
          rules={[{ required: true, whitespace: true, message: t('factor.nameRequired') }]}
        >
          <Input autoFocus maxLength={50} placeholder={t('factor.passkeyNameExample')} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
