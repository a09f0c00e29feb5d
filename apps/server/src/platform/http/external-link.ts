/** The address if it leads out of the console; only http and https are allowed. */
export function toExternalLink(path: string): string | undefined {
  if (!URL.canParse(path)) return undefined
  const url = new URL(path)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined
}
