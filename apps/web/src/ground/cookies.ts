const yearSeconds = 365 * 24 * 3600

export function readCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return pair && decodeURIComponent(pair.slice(name.length + 1))
}

export function writeCookie(name: string, value: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain HTTP.
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${yearSeconds}; samesite=lax`
}
