import { Button } from 'antd'
import { showError } from '../../api/feedback.ts'
import { LanguageSelect } from '../../app/header/LanguageSelect.tsx'
import { useText } from '../../app/language.ts'
import { PasswordForm } from '../../app/session/PasswordForm.tsx'

interface PasswordFirstPageProps {
  onChanged: () => Promise<void>
  onSignOut: () => Promise<void>
}

/** Stands before everything else while the password is one that the system made. */
export function PasswordFirstPage({ onChanged, onSignOut }: PasswordFirstPageProps) {
  const t = useText()
  return (
    <main className="login-main login-alone">
      <div className="login-language">
        <LanguageSelect />
      </div>
      <div className="login-card">
        <h1>{t('login.firstTitle')}</h1>
        <p className="login-hint">{t('login.firstHint')}</p>
        <PasswordForm onChanged={() => onChanged().catch(showError)} />
        <Button type="link" className="login-other" onClick={onSignOut}>
          {t('layout.exit')}
        </Button>
      </div>
    </main>
  )
}
