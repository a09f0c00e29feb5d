/** The newest errors that were written to the browser's console; the same one is written once. */
const reported = new Set<string>()
const maxReported = 100

/** Writes an error that nobody handled to the browser's console, once. */
export function reportError(error: unknown): void {
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error)
  if (reported.has(details)) return
  if (reported.size >= maxReported) reported.clear()
  reported.add(details)
  console.error(error)
}
