import { setTimeout as pause } from 'node:timers/promises'

/** SQLSTATEs of a server that starts, stops, is full or lost the connection; class 08 is the connection itself. */
const states = /^(08|57P0|53300)/
const network =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** The driver's own errors have no code. */
const messages =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect)|not queryable$/

/** The database could not be reached: the statement itself was not refused, and may succeed later. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && (states.test(code) || network.test(code))) return true
  return messages.test(error.message) || isOutage(error.cause)
}

const firstWaitMs = 100
const longestWaitMs = 10_000

/**
 * Runs it again during an outage of the database, with growing waits. Only for what may be done twice: a statement may
 * have succeeded although its answer was lost. Throws the last error after `forMs`, other errors at once, and an
 * AbortError when the signal ends a wait.
 */
export async function throughOutages<T>(
  run: () => Promise<T>,
  { forMs, signal }: { forMs: number; signal: AbortSignal },
): Promise<T> {
  const until = performance.now() + forMs
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      return await run()
    } catch (error) {
      if (!isOutage(error) || performance.now() > until) throw error
      await pause(waitMs, undefined, { signal })
    }
  }
}
