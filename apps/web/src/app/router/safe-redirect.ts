/** Where to go after signing in: a path of this site only, never the sign-in page itself. */
export function safeRedirect(target: string | null, origin: string): string {
  if (!target?.startsWith('/') || !URL.canParse(target, origin)) return '/'
  const url = new URL(target, origin)
  if (url.origin !== origin || url.pathname === '/login') return '/'
  return url.pathname + url.search + url.hash
}
