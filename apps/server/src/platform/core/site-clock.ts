/**
 * The clock that all servers share is the database's. Between two readings it goes on by this process's steady clock,
 * which nobody sets; until the first one it is this machine's.
 */
let origin = performance.timeOrigin

/**
 * A reading of the database's clock by a statement that began at `from` and ended at `to`, both by performance.now(). The
 * clock was read at some time between them: a slow statement corrects only what it contradicts.
 */
export function noteSiteClock(reading: Date, from: number, to = performance.now()): void {
  origin = Math.min(Math.max(origin, reading.getTime() - to), reading.getTime() - from)
}

/** Ms since 1970. */
export const siteMs = (): number => Math.round(origin + performance.now())

const oldestMs = 7 * 86_400_000
/** Clocks of phones that follow the site's are so exact. */
const toleranceMs = 1000

/** A phone's time by the site's clock, if it is possible: up to 7 days ago. Otherwise now. */
export function reportedMs(at: number | undefined): number {
  const now = siteMs()
  return at !== undefined && at <= now + toleranceMs && at >= now - oldestMs ? Math.round(at) : now
}

export const siteNow = (): Date => new Date(siteMs())
