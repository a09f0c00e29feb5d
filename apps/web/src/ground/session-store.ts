import { allPermissions } from '@fleetdeck/contract/enums'
import type { SessionInfo, SessionUser, View } from '@fleetdeck/contract/session'
import { create } from 'zustand'
import { tokenStorageKey } from './constants.ts'
import { activeView, forgetView } from './view-store.ts'

interface SessionState {
  /** Empty without a signed-in user. */
  token: string
  /** Undefined until getInfo has answered. */
  user: SessionUser | undefined
  roles: string[]
  permissions: string[]
  /** As whom the console is seen; null as oneself. */
  view: View | null
  /** The server answered -401: a dialog offers to sign in again, and calls wait for it. */
  sessionEnded: boolean
}

/** The token of a tab that stays with its user while another one is signed in elsewhere in this browser. */
const tabTokenKey = 'token-of-tab'

const signedOut = { user: undefined, roles: [], permissions: [], view: null, sessionEnded: false }

export const useSession = create<SessionState>(() => ({
  ...signedOut,
  token:
    activeView?.token ?? sessionStorage.getItem(tabTokenKey) ?? localStorage.getItem(tokenStorageKey) ?? '',
}))

export const sessionToken = () => useSession.getState().token

export function storeToken(token: string) {
  forgetView()
  sessionStorage.removeItem(tabTokenKey)
  localStorage.setItem(tokenStorageKey, token)
  useSession.setState({ token, sessionEnded: false })
}

/** The user that this tab has shown last, also after a sign-out and a reload. */
const tabUserKey = 'user-of-tab'
export const userOfTab = () => sessionStorage.getItem(tabUserKey)

export function storeSessionInfo({ user, roles, permissions, view }: SessionInfo) {
  if (!view) sessionStorage.setItem(tabUserKey, user.userName)
  useSession.setState({ user, roles, permissions, view })
}

/** From now on this tab keeps its user, even if another user signs in elsewhere in this browser. */
export const keepTokenOfTab = () => sessionStorage.setItem(tabTokenKey, sessionToken())
export const hasTokenOfTab = () => sessionStorage.getItem(tabTokenKey) !== null

/** The same user has signed in again, in another tab. */
export const takeOverToken = (token: string) => useSession.setState({ token, sessionEnded: false })

export function clearSession() {
  forgetView()
  if (hasTokenOfTab()) sessionStorage.removeItem(tabTokenKey)
  else localStorage.removeItem(tokenStorageKey)
  useSession.setState({ ...signedOut, token: '' })
}

/** Resolves after a new sign-in, following a call with this token that was answered with -401. */
export function sessionRenewed(endedToken: string): Promise<void> {
  const renewed = ({ token }: SessionState) => token !== '' && token !== endedToken
  if (renewed(useSession.getState())) return Promise.resolve()
  useSession.setState({ sessionEnded: true })
  return new Promise((resolve) => {
    const stop = useSession.subscribe((state) => {
      if (!renewed(state)) return
      stop()
      resolve()
    })
  })
}

/** One permission as an endpoint names it, so `public` and `signed-in` pass too. */
export const useMay = (permission: string): boolean =>
  grants(
    useSession((state) => state.permissions),
    permission,
  )

/** Decides several of them. */
export function useMayOf(): (permission: string) => boolean {
  const held = useSession((state) => state.permissions)
  return (permission) => grants(held, permission)
}

/** The same outside of components. */
export const mayNow = (permission: string): boolean => grants(useSession.getState().permissions, permission)

function grants(held: readonly string[], permission: string): boolean {
  if (permission === 'public' || permission === 'signed-in') return true
  return held.includes(allPermissions) || held.includes(permission)
}
