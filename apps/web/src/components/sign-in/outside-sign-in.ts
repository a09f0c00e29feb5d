import type { ExternalStart } from '@fleetdeck/contract/auth'
import type { z } from 'zod'

/** What this browser keeps while its user is with the outside provider. */
interface SignInFlow {
  browserKey: string
  /** Where he wants to go afterwards. */
  redirect: string
}
const storageKey = 'outside-sign-in'

/** Leaves the console for the provider, which sends the browser back to /auth-redirect. */
export async function goToProvider(begin: () => Promise<z.infer<typeof ExternalStart>>, redirect: string) {
  const { url, browserKey } = await begin()
  sessionStorage.setItem(storageKey, JSON.stringify({ browserKey, redirect } satisfies SignInFlow))
  location.assign(url)
}

/** The journey that this tab began, once. */
export function takeFlow(): SignInFlow | undefined {
  const kept = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  return kept === null ? undefined : JSON.parse(kept)
}

/** The sign-in page leads on from here, to addresses of this site only. */
export const afterSignIn = (redirect: string) => `/login?redirect=${encodeURIComponent(redirect)}`
