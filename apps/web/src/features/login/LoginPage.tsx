import { useEffect } from 'react'
import { useText } from '../../app/language.ts'
import mark from '../../app/mark.svg'
import { useSite } from '../../app/site.ts'
import { LanguageChoice } from './LanguageChoice.tsx'
import { LoginForm } from './LoginForm.tsx'
import { PhoneWall } from './PhoneWall.tsx'

/** Where it all starts. After signing in, the guard leads on to where the visitor wanted to go. */
export function LoginPage() {
  const t = useText()
  const { title, logo } = useSite()
  useEffect(() => {
    document.title = `${t('login.title')} - ${title}`
  }, [t, title])
  return (
    <div className="login">
      <div className="login-aside" aria-hidden>
        <PhoneWall />
        <p>{t('login.lead')}</p>
      </div>
      <main className="login-main">
        <div className="login-language">
          <LanguageChoice />
        </div>
        <div className="login-card">
          <img src={logo || mark} alt="" className="login-logo" />
          <h1>{title}</h1>
          <LoginForm />
        </div>
      </main>
    </div>
  )
}
