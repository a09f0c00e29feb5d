import { setTimeout as delay } from 'node:timers/promises'

const patienceMs = 180_000

/** Asks again and again; gives up with an error, so that a benchmark which does not come to its end says where. */
export async function until(what: string, isDone: () => Promise<boolean> | boolean): Promise<void> {
  const began = performance.now()
  while (!(await isDone())) {
    if (performance.now() - began > patienceMs) throw new Error(`Waited in vain for ${what}.`)
    await delay(100)
  }
}
