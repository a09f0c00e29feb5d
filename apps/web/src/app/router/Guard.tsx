import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { CallError, sessionEndedCode } from '../../api/call-error.ts'
import { showError } from '../../api/feedback.ts'
import { StartScreen } from '../../components/StartScreen.tsx'
import { useSession } from '../../ground/session-store.ts'
import { LoadedView } from '../pages/LoadedView.tsx'
import { forgetSession, loadRights, signOut } from '../session/rights.ts'
import { passwordFirstView } from '../static-views.ts'
import { guardDecision } from './guard-decision.ts'

/** A call aborted by leaving the page, such as by a reload, says nothing about the session. */
let isLeaving = false
for (const event of ['beforeunload', 'pagehide'])
  window.addEventListener(event, () => {
    isLeaving = true
  })
window.addEventListener('pageshow', () => {
  isLeaving = false
})

function useRightsLoading(wanted: boolean) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!wanted) return
    let given = true
    loadRights({ throwSessionEnd: true }).catch(async (error) => {
      if (!given || isLeaving) return
      showError(error)
      // An expired token: sign in and return here (spec §8, -401). Anything else leads home (spec §2).
      const expired = error instanceof CallError && error.code === sessionEndedCode
      if (expired) return forgetSession()
      await signOut()
      navigate('/', { replace: true })
    })
    return () => {
      given = false
    }
  }, [wanted, navigate])
}

/** Admits a visitor, redirects them, or loads their rights first. */
export function Guard({ children }: { children: ReactNode }) {
  const location = useLocation()
  const hasToken = useSession((state) => state.token !== '')
  const user = useSession((state) => state.user)
  const decision = guardDecision(location, { hasToken, rolesLoaded: user !== undefined })
  useRightsLoading(decision.go === 'load')
  if (decision.go === 'elsewhere') return <Navigate to={decision.to} replace />
  if (decision.go === 'load') return <StartScreen />
  if (user?.mustChangePassword) return <LoadedView loader={passwordFirstView} />
  return children
}
