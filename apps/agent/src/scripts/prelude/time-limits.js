// Evaluated before the prelude. `host` asks the agent, `block` waits; both then end at the time of withTimeout().
;(host, block) => {
  const { now } = Date
  const { min } = Math
  let limit = { at: Number.POSITIVE_INFINITY, ms: 0 }

  class TimeoutError extends Error {}
  Object.defineProperty(TimeoutError.prototype, 'name', { value: 'TimeoutError' })

  const leftMs = () => limit.at - now()
  const heed = () => {
    if (leftMs() <= 0) throw new TimeoutError(`withTimeout: not finished within ${limit.ms} ms`)
  }
  const wait = (ms) => {
    heed()
    block(min(ms, leftMs()))
    heed()
  }
  const ask = (name, args) => {
    heed()
    const answer = host(name, args)
    heed()
    return answer
  }
  const number = (value, name) => {
    if (!Number.isFinite(value) || value < 0) throw new TypeError(`${name} must be a number from 0`)
    return value
  }

  const withTimeout = (ms, work) => {
    const outer = limit
    const at = now() + number(ms, 'withTimeout: ms')
    if (typeof work !== 'function') throw new TypeError('withTimeout: a function is missing')
    if (at < outer.at) limit = { at, ms }
    try {
      const result = work()
      heed()
      return result
    } finally {
      limit = outer
    }
  }

  const retry = (work, { times = 3, delay = 1000 } = {}) => {
    number(delay, 'retry: delay')
    if (!Number.isInteger(times) || times < 1 || times > 1000)
      throw new RangeError('retry: times must be 1 to 1000')
    for (let attempt = 1; ; attempt += 1) {
      try {
        return work(attempt)
      } catch (error) {
        if (attempt >= times || leftMs() <= 0) throw error
        wait(delay)
      }
    }
  }

  return { ask, wait, leftMs, calls: { withTimeout, retry } }
}
