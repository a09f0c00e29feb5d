import { session } from '@fleetdeck/contract/session'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { logoutLimitMs } from '../../ground/constants.ts'
import { clearSession, storeSessionInfo, userOfTab, useSession } from '../../ground/session-store.ts'
import { activeView } from '../../ground/view-store.ts'
import { clearMenu, pageAt, storeRouters, useMenu } from '../menu/menu-store.ts'
import { clearTabs } from '../tabs/tabs-store.ts'

interface LoadOptions {
  throwSessionEnd?: boolean
  signal?: AbortSignal
  /** The tab was another user's, whose page this user does not have. */
  onForeignPage?: () => void
}

/**
 * Roles, permissions and menu of the caller. Before a required change of password or a required second
 * factor the server only answers the first.
 */
export async function loadRights({ onForeignPage, ...options }: LoadOptions = {}) {
  const info = await call(session.info, options)
  const { mustChangePassword, mustSetUpFactor, userName } = info.user
  if (!mustChangePassword && !mustSetUpFactor) storeRouters(await call(session.routers, options))
  const last = userOfTab()
  if (!info.view && last && last !== userName) {
    clearTabs()
    if (!pageAt(useMenu.getState().pages, location.pathname)) onForeignPage?.()
  }
  storeSessionInfo(info)
}

/** Clears the session here and notifies the server; a failure to reach it is ignored. In a view, only that ends. */
export async function signOut() {
  if (activeView) return (await import('../view/leave-view.ts')).leaveView()
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
