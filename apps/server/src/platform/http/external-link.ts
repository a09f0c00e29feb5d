/** The address when it leads out of the console: only http and https do. */
export function linkOf(path: string): string | undefined {
  if (!URL.canParse(path)) return undefined
  const url = new URL(path)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined
}
