export interface BackOff {
  firstMs: number
  limitMs: number
}

export const defaultBackOff: BackOff = { firstMs: 500, limitMs: 15_000 }

/** Doubles from firstMs to limitMs; the upper half is random, so that a fleet does not reconnect in one moment. */
export function backOffMs({ firstMs, limitMs }: BackOff, attempt: number, random = Math.random): number {
  const full = Math.min(limitMs, firstMs * 2 ** Math.min(attempt, 30))
  return full / 2 + (full / 2) * random()
}

/**
 * The turns of one program's phones to connect, this far apart: after a loss of the server, hundreds of phones return
 * as a steady flow. Returns how long to wait for the caller's turn, in ms.
 */
export function connectTurns(gapMs: number, clock = () => performance.now()): () => number {
  let next = Number.NEGATIVE_INFINITY
  return () => {
    const now = clock()
    const turn = Math.max(now, next)
    next = turn + gapMs
    return turn - now
  }
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
    const timer = setTimeout(done, Math.max(0, ms))
    signal.addEventListener('abort', done)
  })
}
