import { Button } from 'antd'
import { inBackground } from '../../api/feedback.ts'
import { untilReachable } from '../../api/until-reachable.ts'
import { loadRights, signOut } from '../../app/session/rights.ts'
import { FactorSettings } from '../../components/factors/FactorSettings.tsx'
import { LanguageLinks } from '../../components/sign-in/LanguageLinks.tsx'
import { useText } from '../../ground/language.ts'

/** Shown instead of every other page until a second factor, which a role requires, is set up. */
export function FactorFirstPage() {
  const t = useText()
  return (
    <main className="login-main login-alone">
      <div className="login-language">
        <LanguageLinks />
      </div>
      <div className="login-card">
        <h1>{t('login.factorFirstTitle')}</h1>
        <p className="login-hint">{t('login.factorFirstHint')}</p>
        <FactorSettings onSetUp={() => inBackground(untilReachable((signal) => loadRights({ signal })))} />
        <Button type="link" className="login-other" onClick={signOut}>
          {t('layout.exit')}
        </Button>
      </div>
    </main>
  )
}
