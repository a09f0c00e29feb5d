/** Stands for this site: what leads away from it leads away from any. */
const here = 'http://here.invalid'

/** Where to go after signing in: a path of this site only, never the sign-in page itself. */
export function safeRedirect(target: string | null): string {
  if (!target?.startsWith('/') || !URL.canParse(target, here)) return '/'
  const url = new URL(target, here)
  if (url.origin !== here || url.pathname === '/login') return '/'
  return url.pathname + url.search + url.hash
}
