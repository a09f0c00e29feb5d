/** The address of a socket on the server that served this page. */
export function socketUrl(path: string, query: Record<string, string> = {}): string {
  const url = new URL(path, location.href)
  url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  url.search = new URLSearchParams(query).toString()
  url.hash = ''
  return url.href
}
