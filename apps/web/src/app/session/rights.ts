import { session } from '@fleetdeck/contract/session'
import { viewAs } from '@fleetdeck/contract/view-as'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { clearSession, storeSessionInfo, useSession } from '../../ground/session-store.ts'
import { activeView, beginLeaving, returnFromView } from '../../ground/view-store.ts'
import { clearMenu, storeRouters } from '../menu/menu-store.ts'
import { clearTabs } from '../tabs/tabs-store.ts'

/** How long a sign-out waits for the server; ms. */
const logoutLimitMs = 3000

/**
 * Roles, permissions and menu of the caller. Before a required change of password or a required second
 * factor the server only answers the first.
 */
export async function loadRights(options: { throwSessionEnd?: boolean; signal?: AbortSignal } = {}) {
  const info = await call(session.info, options)
  const { mustChangePassword, mustSetUpFactor } = info.user
  if (!mustChangePassword && !mustSetUpFactor) storeRouters(await call(session.routers, options))
  storeSessionInfo(info)
}

/** Ends the view of somebody else's console; a failure to reach the server is ignored, as it ends by itself. */
export async function leaveView(): Promise<never> {
  beginLeaving()
  await call(viewAs.leave, { signal: AbortSignal.timeout(logoutLimitMs) }).catch(() => undefined)
  return returnFromView()
}

/** Clears the session here and notifies the server; a failure to reach it is ignored. In a view, only that ends. */
export async function signOut() {
  if (activeView) return leaveView()
  if (useSession.getState().token) {
    const signal = AbortSignal.timeout(logoutLimitMs)
    await call(session.logout, { throwSessionEnd: true, signal }).catch(() => undefined)
  }
  forgetSession()
  clearTabs()
}

export function forgetSession() {
  clearSession()
  clearMenu()
  queryClient.clear()
}
