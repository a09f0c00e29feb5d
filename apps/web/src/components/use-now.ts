import { useSyncExternalStore } from 'react'

/** A clock shared by all components, so that they tick together; it stops without subscribers. */
function clock(tickMs: number): () => number {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  let now = Date.now()
  const tick = () => {
    now = Date.now()
    for (const listener of [...listeners]) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    if (!timer) {
      timer = setInterval(tick, tickMs)
      // It may have been stopped for long.
      now = Date.now()
    }
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }
  return () => useSyncExternalStore(subscribe, () => now)
}

/** The time of the last tick, for relative times. */
export const useNow = clock(5000)
/** The same for countdowns in seconds. */
export const useSecond = clock(1000)
