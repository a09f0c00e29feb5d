import { Button, Modal } from 'antd'
import { useText } from '../../ground/language.ts'
import { useSession } from '../../ground/session-store.ts'
import { LoginForm } from './LoginForm.tsx'

/** The session has ended: the user signs in again and continues, or leaves (spec §8, -401). */
export function SignInAgain({ onLeave }: { onLeave: () => void }) {
  const t = useText()
  const ended = useSession((state) => state.sessionEnded)
  const userName = useSession((state) => state.user?.userName)
  return (
    <Modal
      open={ended && userName !== undefined}
      title={t('login.againTitle')}
      footer={null}
      width={400}
      mask={{ closable: false }}
      destroyOnHidden
      onCancel={onLeave}
      zIndex={2000}
    >
      <p>{t('login.againHint')}</p>
      <LoginForm userName={userName ?? ''} size="medium" />
      <Button type="link" block className="login-other" onClick={onLeave}>
        {t('login.againOther')}
      </Button>
    </Modal>
  )
}
