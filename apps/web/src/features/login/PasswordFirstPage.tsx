import { Button } from 'antd'
import { inBackground } from '../../api/feedback.ts'
import { untilReachable } from '../../api/until-reachable.ts'
import { loadRights, signOut } from '../../app/session/rights.ts'
import { LanguageLinks } from '../../components/sign-in/LanguageLinks.tsx'
import { PasswordForm } from '../../components/sign-in/PasswordForm.tsx'
import { useText } from '../../ground/language.ts'

/** Shown instead of every other page until a generated password is changed. */
export function PasswordFirstPage() {
  const t = useText()
  return (
    <main className="login-main login-alone">
      <div className="login-language">
        <LanguageLinks />
      </div>
      <div className="login-card">
        <h1>{t('login.firstTitle')}</h1>
        <p className="login-hint">{t('login.firstHint')}</p>
        <PasswordForm onChanged={() => inBackground(untilReachable((signal) => loadRights({ signal })))} />
        <Button type="link" className="login-other" onClick={signOut}>
          {t('layout.exit')}
        </Button>
      </div>
    </main>
  )
}
