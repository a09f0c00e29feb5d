import { session } from '@fleetdeck/contract/session'
import { callAs } from '../../api/call.ts'
import { inBackground } from '../../api/feedback.ts'
import { untilReachable } from '../../api/until-reachable.ts'
import { tokenStorageKey } from '../../ground/constants.ts'
import { seededName } from '../../ground/language.ts'
import { useOtherUser } from '../../ground/other-user-store.ts'
import { hasTokenOfTab, takeOverToken, userOfTab, useSession } from '../../ground/session-store.ts'
import { activeView } from '../../ground/view-store.ts'
import { forgetSession, signOut } from './rights.ts'

/** Spec §8, -401: signs out and reloads the page. */
export async function leaveAndReload() {
  await signOut()
  location.reload()
}

/**
 * Follows other tabs: a sign-out there ends the session here, a new session of the same user is used here too. When it is
 * another user's, the tab asks: it belongs to the one that it was opened by.
 */
export function followOtherTabs() {
  let newest: AbortController | undefined
  const follow = (event: StorageEvent) => {
    if (event.key !== tokenStorageKey) return
    newest?.abort()
    useOtherUser.setState({ other: undefined })
    const { token } = useSession.getState()
    if (event.newValue === token || hasTokenOfTab()) return
    // A view has a session of its own.
    if (activeView && event.newValue) return
    if (!event.newValue) return forgetSession()
    newest = new AbortController()
    inBackground(followSession(event.newValue, newest.signal))
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

async function followSession(token: string, signal: AbortSignal) {
  const { user } = useSession.getState()
  const own = user?.userName ?? userOfTab()
  if (!own) return location.reload()
  const info = await untilReachable((attempt) => callAs(token, session.info, { signal: attempt }), { signal })
  if (signal.aborted) return
  if (info.user.userName !== own)
    useOtherUser.setState({ other: seededName(info.user.nickName || info.user.userName) })
  else if (user) takeOverToken(token)
  else location.reload()
}
