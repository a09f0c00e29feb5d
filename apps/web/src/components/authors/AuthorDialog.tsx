import { type ScriptAuthor, scriptAuthors } from '@fleetdeck/contract/script-authors'
import { useMutation } from '@tanstack/react-query'
import { Alert, Form, Modal } from 'antd'
import Input from 'antd/es/input/Input'
import { useId } from 'react'
import { call } from '../../api/call.ts'
import { isAbort, showSuccess } from '../../api/feedback.ts'
import { errorMessage } from '../../api/message-of.ts'
import { useText } from '../../ground/language.ts'
import { endorse } from './author-key.ts'

interface Values {
  authorName: string
  publicKey: string
}
interface AuthorDialogProps {
  /** Empty: to be entered. */
  publicKey: string
  /** All of the tenant. */
  known: ScriptAuthor[]
  /** The public key of this browser; null without one. */
  own: string | null
  onAdded: () => Promise<void>
  onClose: () => void
}

/** Another author, whom the key of this browser endorses if the phones know it. */
export function AuthorDialog({ publicKey, known, own, onAdded, onClose }: AuthorDialogProps) {
  const t = useText()
  const id = useId()
  const [form] = Form.useForm<Values>()
  const mayEndorse = known.some((author) => author.publicKey === own)
  const add = useMutation({
    mutationFn: async (values: Values) => {
      const endorsement = mayEndorse ? await endorse(values.publicKey) : undefined
      await call(scriptAuthors.add, { body: { ...values, ...(endorsement && { endorsement }) } })
    },
    meta: { silent: true },
    onSuccess: async (_, { authorName }) => {
      showSuccess(t('author.added', { name: authorName }))
      await onAdded()
    },
    onError: (error) => {
      if (!isAbort(error)) form.setFields([{ name: 'publicKey', errors: [errorMessage(error)] }])
    },
  })
  return (
    <Modal
      open
      width={480}
      title={t('author.add')}
      okText={t('author.add')}
      okButtonProps={{ htmlType: 'submit', form: id, loading: add.isPending }}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <Form
        form={form}
        id={id}
        layout="vertical"
        requiredMark={false}
        initialValues={{ publicKey }}
        onFinish={add.mutate}
      >
        <Form.Item
          name="authorName"
          label={t('author.name')}
          rules={[{ required: true, whitespace: true, message: t('author.nameRequired') }]}
        >
          <Input autoFocus maxLength={50} />
        </Form.Item>
        <Form.Item
          name="publicKey"
          label={t('author.key')}
          {...(publicKey === '' && { extra: t('author.keyHint') })}
          rules={[{ required: true, pattern: /^[\w-]{43}$/, message: t('author.keyFormat') }]}
        >
          <Input readOnly={publicKey !== ''} maxLength={43} spellCheck={false} />
        </Form.Item>
      </Form>
      {known.length > 0 && (
        <Alert
          type={mayEndorse ? 'info' : 'warning'}
          showIcon
          title={t(mayEndorse ? 'author.endorsed' : 'author.notEndorsed')}
        />
      )}
    </Modal>
  )
}
