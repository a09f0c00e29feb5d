import type { ExternalStart } from '@fleetdeck/contract/auth'
import type { z } from 'zod'

/** Stored in this browser while its user is at the external provider. */
interface SignInFlow {
  browserKey: string
  /** Target page after the sign-in. */
  redirect: string
}
const storageKey = 'outside-sign-in'

/** Opens the provider's page, which sends the browser back to /auth-redirect. */
export async function goToProvider(begin: () => Promise<z.infer<typeof ExternalStart>>, redirect: string) {
  const { url, browserKey } = await begin()
  sessionStorage.setItem(storageKey, JSON.stringify({ browserKey, redirect } satisfies SignInFlow))
  location.assign(url)
}

/** The sign-in that this tab started, readable once. */
export function takeFlow(): SignInFlow | undefined {
  const stored = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  return stored === null ? undefined : JSON.parse(stored)
}

/** The sign-in page continues from here, only to addresses of this site. */
export const afterSignIn = (redirect: string) => `/login?redirect=${encodeURIComponent(redirect)}`
