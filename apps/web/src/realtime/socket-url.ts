import { currentLanguage } from '../ground/language.ts'

/** The address of a socket on the server that served this page; its messages are in the page's language. */
export function socketUrl(path: string, query: Record<string, string> = {}): string {
  const url = new URL(path, location.href)
  url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  url.search = new URLSearchParams({ ...query, language: currentLanguage() }).toString()
  url.hash = ''
  return url.href
}
