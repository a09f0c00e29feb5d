import { setTimeout as delay } from 'node:timers/promises'

/** Further ones are answered immediately. */
const mostHeld = 2000

/**
 * Returns a function that resolves after a while. Callers who are refused until later wait for it, so that a loop that
 * ignores the refusal takes the server no time from others.
 */
export function holdRefusals(heldMs = 1000): () => Promise<void> {
  let held = 0
  return async () => {
    if (held >= mostHeld) return
    held += 1
    await delay(heldMs, undefined, { ref: false })
    held -= 1
  }
}
