import { useSyncExternalStore } from 'react'

/** A clock that all who look at it see tick together; it stands still while nobody does. */
function clock(tickMs: number): () => number {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  let now = Date.now()
  const tick = () => {
    now = Date.now()
    for (const tell of [...listeners]) tell()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    if (!timer) {
      timer = setInterval(tick, tickMs)
      // It may have stood still for long.
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

/** The time as of the last tick, for ages of things. */
export const useNow = clock(5000)
/** The same for what counts down second by second. */
export const useSecond = clock(1000)
