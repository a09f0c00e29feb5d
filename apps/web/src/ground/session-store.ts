import { allPermissions } from '@fleetdeck/contract/enums'
import type { SessionInfo, SessionUser } from '@fleetdeck/contract/session'
import { create } from 'zustand'
import { tokenStorageKey } from './constants.ts'

interface SessionState {
  /** Empty without a signed-in user. */
  token: string
  /** Undefined until getInfo has answered. */
  user: SessionUser | undefined
  roles: string[]
  permissions: string[]
  /** The server answered -401: a dialog offers to sign in again, and calls wait for it. */
  sessionEnded: boolean
}

const signedOut = { user: undefined, roles: [], permissions: [], sessionEnded: false }

export const useSession = create<SessionState>(() => ({
  ...signedOut,
  token: localStorage.getItem(tokenStorageKey) ?? '',
}))

export const sessionToken = () => useSession.getState().token

export function storeToken(token: string) {
  localStorage.setItem(tokenStorageKey, token)
  useSession.setState({ token, sessionEnded: false })
}

export function storeSessionInfo(info: SessionInfo) {
  useSession.setState({ user: info.user, roles: info.roles, permissions: info.permissions })
}

export function clearSession() {
  localStorage.removeItem(tokenStorageKey)
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
export function useMay(permission: string): boolean {
  const held = useSession((state) => state.permissions)
  if (permission === 'public' || permission === 'signed-in') return true
  return held.includes(allPermissions) || held.includes(permission)
}
