import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { CallError, sessionEndedCode } from '../../api/call-error.ts'
import { inBackground, showError } from '../../api/feedback.ts'
import { untilReachable, type Waiting } from '../../api/until-reachable.ts'
import { forgetSession, loadRights, signOut } from '../session/rights.ts'

/** How long rights are requested again while the server cannot be reached; ms. */
const outageLimitMs = 60_000

/** A call aborted by leaving the page, such as by a reload, says nothing about the session. */
let isLeaving = false
for (const event of ['beforeunload', 'pagehide'])
  window.addEventListener(event, () => {
    isLeaving = true
  })
window.addEventListener('pageshow', () => {
  isLeaving = false
})

/** The outage with a try that is due, or in progress. */
export interface RightsOutage {
  /** Of the newest failure. */
  waiting: Waiting
  isTrying: boolean
}

/** Loads the rights while they are wanted. Returns the outage that prevents it, if any. */
export function useRightsLoading(isWanted: boolean): RightsOutage | undefined {
  const navigate = useNavigate()
  const [outage, setOutage] = useState<RightsOutage>()
  useEffect(() => {
    if (!isWanted) return
    const left = new AbortController()
    const { signal } = left
    const onWait = (waiting: Waiting | undefined) =>
      setOutage((last) => {
        if (waiting) return { waiting, isTrying: false }
        return last && { ...last, isTrying: true }
      })
    const load = async () => {
      try {
        const onForeignPage = () => inBackground(navigate('/', { replace: true }))
        await untilReachable(
          (attempt) => loadRights({ throwSessionEnd: true, signal: attempt, onForeignPage }),
          { signal, limitMs: outageLimitMs, onWait },
        )
      } catch (error) {
        if (signal.aborted || isLeaving) return
        showError(error)
        // An expired token: sign in and return here (spec §8, -401). Anything else leads home (spec §2).
        if (error instanceof CallError && error.code === sessionEndedCode) return forgetSession()
        await signOut()
        await navigate('/', { replace: true })
      }
    }
    inBackground(load())
    return () => {
      left.abort()
      setOutage(undefined)
    }
  }, [isWanted, navigate])
  return outage
}
