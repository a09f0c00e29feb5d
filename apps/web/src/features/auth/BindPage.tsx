import { useLocation } from 'react-router'
import { SignInFrame } from '../../components/sign-in/SignInFrame.tsx'
import { SignInLink } from '../../components/sign-in/SignInLink.tsx'
import { useText } from '../../ground/language.ts'
import { BindForm, type Waiting } from './BindForm.tsx'

/** /bind: an external identity without an account. It is passed in memory from /auth-redirect, never in the address. */
export function BindPage() {
  const t = useText()
  const waiting: Waiting | null = useLocation().state
  const title = t('identity.bindTitle')
  return (
    <SignInFrame title={title} heading={waiting ? title : t('identity.nothingToBind')}>
      {waiting ? (
        <>
          <p className="login-hint">{t('identity.bindHint')}</p>
          <BindForm waiting={waiting} />
        </>
      ) : (
        <SignInLink hint={t('login.outsideHint')} />
      )}
    </SignInFrame>
  )
}
