import { adminRole, allPermissions } from '@fleetdeck/contract/enums'
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

const nobody = { user: undefined, roles: [], permissions: [], sessionEnded: false }

export const useSession = create<SessionState>(() => ({
  ...nobody,
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
  useSession.setState({ ...nobody, token: '' })
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

function holds(held: string[], pass: string, wanted: readonly string[]) {
  // Spec §5: a check without a value is a programming error, not a refusal.
  if (wanted.length === 0) throw new Error('A role or permission check needs at least one value')
  return held.includes(pass) || wanted.some((one) => held.includes(one))
}

/** Whether the caller holds one of these permissions (spec §6). */
export const may = (permissions: readonly string[]) =>
  holds(useSession.getState().permissions, allPermissions, permissions)

/** Whether the caller has one of these roles; admin passes always (spec §6). */
export const hasRole = (roles: readonly string[]) => holds(useSession.getState().roles, adminRole, roles)

/** One permission as an endpoint names it, including `public` and `signed-in`. */
export function useMay(permission: string): boolean {
  const held = useSession((state) => state.permissions)
  return permission === 'public' || permission === 'signed-in' || holds(held, allPermissions, [permission])
}
