import { useSyncExternalStore } from 'react'

/** All ages on a page tick together, this often; ms. */
const tickMs = 5000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = Date.now()

function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const tell of [...listeners]) tell()
  }, tickMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time, as of the last tick. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
