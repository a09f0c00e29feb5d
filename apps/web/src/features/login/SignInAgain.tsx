import { Button, Modal } from 'antd'
import { useRef } from 'react'
import { ask, inBackground } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { useSession } from '../../ground/session-store.ts'
import { LoginForm } from './LoginForm.tsx'

/** Above every other dialog: it may be needed in any of them. */
const dialogLayer = 2000

/** The session has ended: the user signs in again and continues, or leaves (spec §8, -401). */
export function SignInAgain({ onLeave }: { onLeave: () => void }) {
  const t = useText()
  const ended = useSession((state) => state.sessionEnded)
  const userName = useSession((state) => state.user?.userName)
  const body = useRef<HTMLDivElement>(null)
  const focusPassword = () => body.current?.querySelector<HTMLElement>('input[type=password]')?.focus()
  const askToLeave = () =>
    ask({
      title: t('login.againLeave'),
      okText: t('layout.exit'),
      cancelText: t('login.againStay'),
      autoFocusButton: 'cancel',
      zIndex: dialogLayer + 1,
      onOk: onLeave,
    })
  return (
    <Modal
      open={ended && userName !== undefined}
      title={t('login.againTitle')}
      footer={null}
      width={400}
      mask={{ closable: false }}
      destroyOnHidden
      onCancel={() => inBackground(askToLeave())}
      zIndex={dialogLayer}
      afterOpenChange={(isOpen) => isOpen && focusPassword()}
    >
      <div ref={body}>
        <p>{t('login.againHint')}</p>
        <LoginForm userName={userName ?? ''} size="medium" />
      </div>
      <Button type="link" block className="login-other" onClick={onLeave}>
        {t('login.againOther')}
      </Button>
    </Modal>
  )
}
