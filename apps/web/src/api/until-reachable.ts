import { growingPauseMs, pause } from '../ground/growing-pause.ts'
import { type CallError, isOutage } from './call-error.ts'

/** A try that takes longer counts as failed, so that the next one gets a chance; ms. */
const tryLimitMs = 15_000

/** A read that waits for its next try. */
export interface Waiting {
  /** Why the last try failed. */
  error: CallError
  /** Milliseconds since 1970. */
  nextTryAt: number
  tryNow: () => void
}

interface Retries {
  /** Gives up. */
  signal?: AbortSignal
  /** No try begins later than this after the first failure; ms. Without it tries only end with the signal. */
  limitMs?: number
  /** Called before each pause, and with undefined when the next try begins. */
  onWait?: (waiting: Waiting | undefined) => void
}

/** When the server asks for more time than the growing pause, it gets that. */
const pauseAfter = (failures: number, { retryAfterSeconds = 0 }: CallError) =>
  Math.max(growingPauseMs(failures), Math.min(retryAfterSeconds, 30) * 1000)

/**
 * Repeats a read, with growing pauses, while it fails by an outage; only for calls that change nothing.
 * @throws the refusal, or the last outage when the limit has passed or the signal is aborted
 */
export async function untilReachable<T>(
  read: (signal: AbortSignal) => Promise<T>,
  { signal = new AbortController().signal, limitMs = Number.POSITIVE_INFINITY, onWait }: Retries = {},
): Promise<T> {
  let endsAt: number | undefined
  for (let failures = 1; ; failures += 1) {
    try {
      return await read(AbortSignal.any([signal, AbortSignal.timeout(tryLimitMs)]))
    } catch (error) {
      endsAt ??= Date.now() + limitMs
      const leftMs = endsAt - Date.now()
      if (!isOutage(error) || signal.aborted || leftMs <= 0) throw error
      const woken = new AbortController()
      const ms = Math.min(pauseAfter(failures, error), leftMs)
      onWait?.({ error, nextTryAt: Date.now() + ms, tryNow: () => woken.abort() })
      await pause(ms, AbortSignal.any([signal, woken.signal]))
      if (signal.aborted) throw error
      onWait?.(undefined)
    }
  }
}
