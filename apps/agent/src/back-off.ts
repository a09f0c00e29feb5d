export interface BackOff {
  firstMs: number
  limitMs: number
}

/** Doubles from firstMs to limitMs; the upper half is random, so that a fleet does not reconnect in one moment. */
export function backOffMs({ firstMs, limitMs }: BackOff, attempt: number, random = Math.random): number {
  const full = Math.min(limitMs, firstMs * 2 ** Math.min(attempt, 30))
  return full / 2 + (full / 2) * random()
}

/** Resolves when aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** Resolves after the time, or immediately when aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}
