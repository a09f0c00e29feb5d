import { tokenStorageKey } from '../../ground/constants.ts'
import { useSession } from '../../ground/session-store.ts'
import { forgetSession, signOut } from './rights.ts'

/** Spec §8, -401: signs out and reloads the page. */
export async function leaveAndReload() {
  await signOut()
  location.reload()
}

/** Another tab signed out, or signed in as another user: this one reloads. */
export function followOtherTabs() {
  const follow = (event: StorageEvent) => {
    if (event.key !== tokenStorageKey || event.newValue === useSession.getState().token) return
    if (event.newValue) location.reload()
    else forgetSession()
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}
