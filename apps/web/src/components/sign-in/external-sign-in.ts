import type { ExternalStart } from '@fleetdeck/contract/auth'
import type { z } from 'zod'

/** Stored in this browser while its user is at the external provider. */
interface SignInFlow {
  browserKey: string
  /** Target page after the sign-in. */
  redirect: string
}
const storageKey = 'outside-sign-in'

/**
 * Opens the provider's page, which sends the browser back to /auth-redirect at the site's public address. A console that
 * is open at another address first moves there, because this browser's part of the sign-in stays with the address.
 */
export async function goToProvider(begin: () => Promise<z.infer<typeof ExternalStart>>, redirect: string) {
  const { url, browserKey } = await begin()
  const { origin } = new URL(new URL(url).searchParams.get('redirect_uri') ?? location.href)
  if (origin !== location.origin) {
    location.assign(new URL(location.pathname + location.search, origin))
    return
  }
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
