/** Placeholder for this site: an address that leads away from it leads away from any site. */
const here = 'http://here.invalid'

/** Target after signing in: only a path of this site, never the sign-in page itself. */
export function safeRedirect(target: string | null): string {
  if (!target?.startsWith('/') || !URL.canParse(target, here)) return '/'
  const url = new URL(target, here)
  if (url.origin !== here || url.pathname === '/login') return '/'
  return url.pathname + url.search + url.hash
}
