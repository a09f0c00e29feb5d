import { randomInt } from 'node:crypto'

/** Even numbers from 0 up to 1, the same for the same seed. */
export type Random = () => number

/** mulberry32 */
export function createRandom(seed = randomInt(2 ** 32)): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const between = (random: Random, least: number, most: number): number =>
  least + (most - least) * random()
