import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { StartScreen } from '../../components/StartScreen.tsx'
import { useSession } from '../../ground/session-store.ts'
import { LoadedView } from '../pages/LoadedView.tsx'
import { signOut } from '../session/rights.ts'
import { factorFirstView, passwordFirstView } from '../static-views.ts'
import { guardDecision } from './guard-decision.ts'
import { OutageNotice } from './OutageNotice.tsx'
import { useRightsLoading } from './use-rights-loading.ts'

/** Admits a visitor, redirects them, or loads their rights first. */
export function Guard({ children }: { children: ReactNode }) {
  const location = useLocation()
  const hasToken = useSession((state) => state.token !== '')
  const user = useSession((state) => state.user)
  const decision = guardDecision(location, { hasToken, rolesLoaded: user !== undefined })
  const outage = useRightsLoading(decision.go === 'load')
  if (decision.go === 'elsewhere') return <Navigate to={decision.to} replace />
  if (decision.go === 'load')
    return outage ? <OutageNotice outage={outage} onSignOut={signOut} /> : <StartScreen />
  if (user?.mustChangePassword) return <LoadedView loader={passwordFirstView} />
  if (user?.mustSetUpFactor) return <LoadedView loader={factorFirstView} />
  return children
}
