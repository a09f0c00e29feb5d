import { guestPagePath } from '@fleetdeck/contract/guest-page'
import { safeRedirect } from './safe-redirect.ts'

/** Reachable without a token (spec §2). */
const publicPaths = ['/login', '/auth-redirect', '/bind', '/register']
const isPublic = (pathname: string) => publicPaths.includes(pathname) || pathname.startsWith(guestPagePath)

export type GuardDecision = { go: 'on' } | { go: 'load' } | { go: 'elsewhere'; to: string }

/** Spec §2, route guard. */
export function guardDecision(
  { pathname, search, hash }: { pathname: string; search: string; hash: string },
  { hasToken, rolesLoaded }: { hasToken: boolean; rolesLoaded: boolean },
): GuardDecision {
  if (!hasToken) {
    if (isPublic(pathname)) return { go: 'on' }
    return { go: 'elsewhere', to: `/login?redirect=${encodeURIComponent(pathname + search + hash)}` }
  }
  if (pathname === '/login') {
    const target = new URLSearchParams(search).get('redirect')
    return { go: 'elsewhere', to: safeRedirect(target) }
  }
  if (isPublic(pathname)) return { go: 'on' }
  return { go: rolesLoaded ? 'on' : 'load' }
}
