// Evaluated before the prelude: random numbers, the same for the same seed. `refuse` throws what is wrong.
;(wait, refuse) => {
  let next = Math.random
  const randomSeed = (value) => {
    if (!Number.isFinite(value)) refuse('randomSeed', [value])
    let state = value >>> 0
    // mulberry32
    next = () => {
      state = (state + 0x6d2b79f5) >>> 0
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
    }
  }
  const areOrdered = (least, most) => Number.isFinite(least) && Number.isFinite(most) && least <= most
  const random = (least, most) => {
    if (least === undefined && most === undefined) return next()
    if (!areOrdered(least, most)) refuse('random', [least, most])
    const isWhole = Number.isInteger(least) && Number.isInteger(most)
    return isWhole ? least + Math.floor(next() * (most - least + 1)) : least + next() * (most - least)
  }
  const randomItem = (list) => {
    if (!Array.isArray(list)) refuse('randomItem', [list])
    return list[Math.floor(next() * list.length)]
  }
  const pause = (least, most = least) => {
    if (!areOrdered(least, most) || least < 0) refuse('pause', [least, most])
    const ms = random(least, most)
    wait(ms)
    return ms
  }
  return { random, randomItem, randomSeed, pause }
}
