import { type ScriptAuthor, scriptAuthors } from '@fleetdeck/contract/script-authors'
import { Alert, Form, Input } from 'antd'
import { call } from '../../api/call.ts'
import { isAbort, showSuccess } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { FormDrawer } from '../FormDrawer.tsx'
import { endorse } from './author-key.ts'

interface Values {
  authorName: string
  publicKey: string
}
interface AuthorDrawerProps {
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
export function AuthorDrawer({ publicKey, known, own, onAdded, onClose }: AuthorDrawerProps) {
  const t = useText()
  const mayEndorse = known.some((author) => author.publicKey === own)
  const add = async (values: Values) => {
    try {
      const endorsement = mayEndorse ? await endorse(values.publicKey) : undefined
      await call(scriptAuthors.add, { body: { ...values, ...(endorsement && { endorsement }) } })
    } catch (error) {
      if (isAbort(error)) return false
      throw error
    }
    showSuccess(t('author.added', { name: values.authorName }))
    return onAdded()
  }
  return (
    <FormDrawer<Values>
      title={t('author.add')}
      place={`author/${publicKey || 'new'}`}
      initialValues={{ publicKey }}
      okText={t('author.add')}
      onSubmit={add}
      onClose={onClose}
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
      {known.length > 0 && (
        <Alert
          type={mayEndorse ? 'info' : 'warning'}
          showIcon
          title={t(mayEndorse ? 'author.endorsed' : 'author.notEndorsed')}
        />
      )}
    </FormDrawer>
  )
}
