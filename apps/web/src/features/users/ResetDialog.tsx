import { type User, users } from '@fleetdeck/contract/users'
import { useMutation } from '@tanstack/react-query'
import { Checkbox, Form, Modal } from 'antd'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import type { ShownPassword } from './PasswordOnce.tsx'

interface ResetValues {
  password?: string
  unbindIdentities?: boolean
}

interface ResetDialogProps {
  user: User
  onClose: () => void
  onPassword: (shown: ShownPassword) => void
}

/** Sets a new password, entered or generated; the user's sessions and access tokens end. */
export function ResetDialog({ user, onClose, onPassword }: ResetDialogProps) {
  const t = useText()
  const [form] = Form.useForm<ResetValues>()
  const resetting = useMutation({
    mutationFn: ({ password = '', unbindIdentities = false }: ResetValues) =>
      call(users.resetPassword, { body: { userId: user.id, password, unbindIdentities } }),
    onSuccess: ({ password }) => {
      onClose()
      if (password) onPassword({ title: t('user.newPassword', { name: user.userName }), password })
      else showSuccess(t('user.resetDone'))
    },
  })
  return (
    <Modal
      open
      title={t('user.resetTitle', { name: user.userName })}
      onCancel={onClose}
      okText={t('user.resetPassword')}
      okButtonProps={{ danger: true, loading: resetting.isPending }}
      onOk={form.submit}
    >
      <p>{t('user.resetHint')}</p>
      <Form form={form} layout="vertical" onFinish={(values) => resetting.mutate(values)}>
        <NewPasswordField autoFocus />
        <Form.Item name="unbindIdentities" valuePropName="checked">
          <Checkbox>{t('profile.unbindIdentities')}</Checkbox>
        </Form.Item>
      </Form>
    </Modal>
  )
}
