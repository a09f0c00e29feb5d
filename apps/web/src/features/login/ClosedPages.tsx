import { Button } from 'antd'
import { Link } from 'react-router'
import { useText } from '../../app/language.ts'

function ClosedPage({ title, hint }: { title: string; hint: string }) {
  const t = useText()
  return (
    <main className="login-main login-alone">
      <div className="login-card">
        <h1>{title}</h1>
        <p className="login-hint">{hint}</p>
        <Link to="/login">
          <Button type="primary" block tabIndex={-1}>
            {t('login.toLogin')}
          </Button>
        </Link>
      </div>
    </main>
  )
}

/** /register: accounts are made by an administrator. */
export function RegisterPage() {
  const t = useText()
  return <ClosedPage title={t('login.registerClosed')} hint={t('login.registerHint')} />
}

/** /auth-redirect and /bind: no outside provider is set up. */
export function OutsideSignInPage() {
  const t = useText()
  return <ClosedPage title={t('login.outsideClosed')} hint={t('login.outsideHint')} />
}
