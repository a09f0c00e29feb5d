import { useEffect, useState, useSyncExternalStore } from 'react'
import { showFailure } from '../../../api/feedback.ts'
import { useSession } from '../../../ground/session-store.ts'
import { WallSession, type WallState } from '../../../realtime/wall/wall-session.ts'

const noSubscription = () => () => {}
const nothing = () => undefined

export interface Wall {
  /** Undefined before the first effect. */
  session: WallSession | undefined
  state: WallState | undefined
}

/** Opens the wall's socket while the page is shown; a hidden tab streams nothing. */
export function useWall(): Wall {
  const token = useSession((state) => state.token)
  const [session, setSession] = useState<WallSession>()
  useEffect(() => {
    const opened = new WallSession(token, showFailure)
    const followTab = () => opened.setHidden(document.hidden)
    followTab()
    document.addEventListener('visibilitychange', followTab)
    opened.open()
    setSession(opened)
    return () => {
      document.removeEventListener('visibilitychange', followTab)
      opened.close()
      setSession(undefined)
    }
  }, [token])
  const state = useSyncExternalStore<WallState | undefined>(
    session?.subscribe ?? noSubscription,
    session?.state ?? nothing,
  )
  return { session, state }
}
