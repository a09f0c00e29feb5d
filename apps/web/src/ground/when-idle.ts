/** When the first page is shown and the browser is idle; ms at the latest. */
const idleWithinMs = 3000

/** Runs once the first page is shown; the result cancels it. */
export function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, idleWithinMs)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(run, { timeout: idleWithinMs })
  return () => cancelIdleCallback(idle)
}
