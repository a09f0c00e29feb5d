// Evaluated before the prelude: random numbers, the same for the same seed.
;(wait) => {
  let next = Math.random
  const randomSeed = (value) => {
    if (!Number.isFinite(value)) throw new TypeError('randomSeed: a number is missing')
    let state = value >>> 0
    // mulberry32
    next = () => {
      state = (state + 0x6d2b79f5) >>> 0
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
    }
  }
  const random = (least, most) => {
    if (least === undefined) return next()
    if (!Number.isFinite(least) || !Number.isFinite(most) || least > most)
      throw new RangeError('random: two numbers are required, the smaller one first')
    const isWhole = Number.isInteger(least) && Number.isInteger(most)
    return isWhole ? least + Math.floor(next() * (most - least + 1)) : least + next() * (most - least)
  }
  const randomItem = (list) => {
    if (!Array.isArray(list)) throw new TypeError('randomItem: a list is missing')
    return list[Math.floor(next() * list.length)]
  }
  const pause = (least, most = least) => {
    const ms = random(least, most)
    wait(ms)
    return ms
  }
  return { random, randomItem, randomSeed, pause }
}
