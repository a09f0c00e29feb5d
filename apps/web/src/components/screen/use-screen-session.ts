import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useSession } from '../../ground/session-store.ts'
import { type ScreenNotice, type ScreenRequest, ScreenSession } from '../../realtime/screen/screen-session.ts'
import { initialScreenState, type ScreenState } from '../../realtime/screen/screen-state.ts'

const noSubscription = () => () => {}
const noState = () => initialScreenState

interface Screen {
  /** Undefined before the first effect. */
  session: ScreenSession | undefined
  state: ScreenState
}

/**
 * Opens the socket to a phone while the component is mounted; a hidden tab streams nothing. Changed options reopen it.
 * @param visitToken of a guest, instead of the session's
 */
export function useScreenSession(
  deviceNo: string,
  onNotice: (notice: ScreenNotice) => void,
  { request, visitToken }: { request?: ScreenRequest; visitToken?: string } = {},
): Screen {
  const sessionToken = useSession((state) => state.token)
  const token = visitToken ?? sessionToken
  const [session, setSession] = useState<ScreenSession>()
  const notify = useEffectEvent(onNotice)
  useEffect(() => {
    const opened = new ScreenSession(deviceNo, token, request)
    const followTab = () => opened.setHidden(document.hidden)
    followTab()
    document.addEventListener('visibilitychange', followTab)
    const unsubscribe = opened.onNotice(notify)
    opened.open()
    setSession(opened)
    return () => {
      document.removeEventListener('visibilitychange', followTab)
      unsubscribe()
      opened.close()
    }
  }, [deviceNo, token, request])
  const state = useSyncExternalStore(session?.subscribe ?? noSubscription, session?.state ?? noState)
  return { session, state }
}
