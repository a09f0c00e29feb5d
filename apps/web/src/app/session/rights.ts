import { session } from '@fleetdeck/contract/session'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { clearSession, storeSessionInfo, useSession } from '../../ground/session-store.ts'
import { clearMenu, storeRouters } from '../menu/menu-store.ts'
import { clearTabs } from '../tabs/tabs-store.ts'

/**
 * Roles, permissions and menu of the caller. Before a required change of password the server only answers the first.
 */
export async function loadRights({ throwSessionEnd = false } = {}) {
  const info = await call(session.info, { throwSessionEnd })
  if (!info.user.mustChangePassword) storeRouters(await call(session.routers, { throwSessionEnd }))
  storeSessionInfo(info)
}

/** Clears the session here and notifies the server; a failure to reach it is ignored. */
export async function signOut() {
  if (useSession.getState().token) {
    await call(session.logout, { throwSessionEnd: true }).catch(() => undefined)
  }
  forgetSession()
  clearTabs()
}

export function forgetSession() {
  clearSession()
  clearMenu()
  queryClient.clear()
}
