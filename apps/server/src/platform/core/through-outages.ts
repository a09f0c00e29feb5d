import { setTimeout as pause } from 'node:timers/promises'
import { awayReason } from './database-away.ts'

const firstWaitMs = 100
const longestWaitMs = 10_000

/**
 * Runs it again while the database cannot be used, with growing waits. Only for what may be done twice: a statement may
 * have succeeded although its answer was lost. Throws the last error after `forMs`, other errors immediately, and an
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
      if (!awayReason(error) || performance.now() > until) throw error
      await pause(waitMs, undefined, { signal })
    }
  }
}
