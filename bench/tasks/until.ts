import { setTimeout as delay } from 'node:timers/promises'

const patienceMs = 180_000

/** Polls repeatedly; gives up with an error, so that a stuck benchmark reports where it stopped. */
export async function until(
  what: string,
  isDone: () => Promise<boolean> | boolean,
  everyMs = 100,
): Promise<void> {
  const began = performance.now()
  while (!(await isDone())) {
    if (performance.now() - began > patienceMs) throw new Error(`Waited in vain for ${what}.`)
    await delay(everyMs)
  }
}
