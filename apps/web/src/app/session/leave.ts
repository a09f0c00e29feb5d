import { tokenStorageKey } from '../../ground/constants.ts'
import { useSession } from '../../ground/session-store.ts'
import { activeView } from '../../ground/view-store.ts'
import { forgetSession, signOut } from './rights.ts'

/** Spec §8, -401: signs out and reloads the page. */
export async function leaveAndReload() {
  await signOut()
  location.reload()
}

/** Follows other tabs: a sign-out there ends the session here, another session there reloads this page. */
export function followOtherTabs() {
  const follow = (event: StorageEvent) => {
    if (event.key !== tokenStorageKey || event.newValue === useSession.getState().token) return
    // A view has a session of its own.
    if (activeView && event.newValue) return
    if (event.newValue) location.reload()
    else forgetSession()
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}
