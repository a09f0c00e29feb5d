import { Button } from 'antd'
import { showError } from '../../api/feedback.ts'
import { LanguageChoice } from '../../app/entrance/LanguageChoice.tsx'
import { useText } from '../../app/language.ts'
import { PasswordForm } from '../../app/session/PasswordForm.tsx'
import { loadRights, signOut } from '../../app/session/rights.ts'

/** Stands before everything else while the password is one that the system made. */
export function PasswordFirstPage() {
  const t = useText()
  return (
    <main className="login-main login-alone">
      <div className="login-language">
        <LanguageChoice />
      </div>
      <div className="login-card">
        <h1>{t('login.firstTitle')}</h1>
        <p className="login-hint">{t('login.firstHint')}</p>
        <PasswordForm onChanged={() => loadRights().catch(showError)} />
        <Button type="link" className="login-other" onClick={signOut}>
          {t('layout.exit')}
        </Button>
      </div>
    </main>
  )
}
