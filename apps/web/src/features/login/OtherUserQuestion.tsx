import { Button, Modal } from 'antd'
import { useText } from '../../ground/language.ts'
import { useOtherUser } from '../../ground/other-user-store.ts'
import { keepTokenOfTab, userOfTab, useSession } from '../../ground/session-store.ts'

/** Which of two users this tab belongs to; until it is answered the page stays as it is. */
export function OtherUserQuestion({ name, onGoOn }: { name: string; onGoOn: () => void }) {
  const t = useText()
  const isSignedIn = useSession((state) => state.user !== undefined)
  const own = userOfTab() ?? ''
  const stay = () => {
    keepTokenOfTab()
    useOtherUser.setState({ other: undefined })
  }
  return (
    <Modal
      open
      title={t('login.otherTitle', { name })}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      width={460}
      zIndex={2000}
      footer={
        <>
          <Button onClick={onGoOn}>{t('login.otherGoOn', { name })}</Button>
          <Button type="primary" autoFocus onClick={stay}>
            {t(isSignedIn ? 'login.otherStay' : 'login.otherSignIn', { own })}
          </Button>
        </>
      }
    >
      <p>{t(isSignedIn ? 'login.otherHint' : 'login.otherHintOut', { own })}</p>
    </Modal>
  )
}
