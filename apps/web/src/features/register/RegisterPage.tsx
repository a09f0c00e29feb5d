import { useState } from 'react'
import { Link } from 'react-router'
import { SignInFrame } from '../../components/sign-in/SignInFrame.tsx'
import { SignInLink } from '../../components/sign-in/SignInLink.tsx'
import { useText } from '../../ground/language.ts'
import { useSite } from '../../ground/site.ts'
import { RegisterForm } from './RegisterForm.tsx'

/** A visitor registers an account, if the site allows it. */
export function RegisterPage() {
  const t = useText()
  const { registerEnabled } = useSite()
  const [madeName, setMadeName] = useState<string>()
  const title = t('identity.registerTitle')
  if (registerEnabled === false)
    return (
      <SignInFrame title={title} heading={t('login.registerOff')}>
        <SignInLink hint={t('login.registerHint')} />
      </SignInFrame>
    )
  if (madeName !== undefined)
    return (
      <SignInFrame title={title} heading={t('identity.registered')}>
        <SignInLink hint={t('identity.registerDoneHint', { name: madeName })} />
      </SignInFrame>
    )
  return (
    <SignInFrame title={title} heading={title}>
      <RegisterForm onMade={setMadeName} />
      <p className="login-more">
        <Link to="/login">{t('identity.haveAccount')}</Link>
      </p>
    </SignInFrame>
  )
}
