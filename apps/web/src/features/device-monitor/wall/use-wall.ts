import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { inBackground, showFailure } from '../../../api/feedback.ts'
import { takeClipboard } from '../../../components/screen/screen-notices.ts'
import { useText } from '../../../ground/language.ts'
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
  const t = useText()
  const onClipboard = useEffectEvent((text: string) => inBackground(takeClipboard(t, text)))
  const token = useSession((state) => state.token)
  const [session, setSession] = useState<WallSession>()
  useEffect(() => {
    const opened = new WallSession(token, showFailure, onClipboard)
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
