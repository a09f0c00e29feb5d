// Evaluated before the prelude. `host` asks the agent, `block` waits; both then end at the time of withTimeout().
// `refuse` throws what is wrong.
;(host, block, refuse) => {
  const { now } = Date
  const { min } = Math
  const SandboxPromise = Promise
  const { apply } = Reflect
  const { then } = Promise.prototype
  const { race, withResolvers } = Promise
  let limit = { at: Number.POSITIVE_INFINITY, ms: 0 }

  class TimeoutError extends Error {}
  Object.defineProperty(TimeoutError.prototype, 'name', { value: 'TimeoutError' })

  const leftMs = () => limit.at - now()
  const late = (ms) => new TimeoutError(`withTimeout: not finished within ${ms} ms`)
  const heed = () => {
    if (leftMs() <= 0) throw late(limit.ms)
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
  const longest = 2_147_483_647
  const isDuration = (ms) => typeof ms === 'number' && ms >= 0 && ms <= longest

  const withTimeout = (ms, work) => {
    const outer = limit
    if (!isDuration(ms) || typeof work !== 'function') refuse('withTimeout', [ms, work])
    const at = now() + ms
    if (at < outer.at) limit = { at, ms }
    try {
      const result = work()
      if (result instanceof SandboxPromise) return inTime(result, limit)
      heed()
      return result
    } finally {
      limit = outer
    }
  }

  const inTime = (promise, { at, ms }) => {
    const { promise: over, reject } = apply(withResolvers, SandboxPromise, [])
    const timer = setTimeout(() => reject(late(ms)), at - now())
    const inside = apply(then, promise, [
      (value) => {
        clearTimeout(timer)
        return value
      },
      (error) => {
        clearTimeout(timer)
        throw error
      },
    ])
    return apply(race, SandboxPromise, [[inside, over]])
  }

  const isRetry = (options) => {
    if (typeof options !== 'object') return false
    const { times = 3, delay = 1000, ...others } = options
    const isCount = Number.isInteger(times) && times >= 1 && times <= 1000
    return isCount && isDuration(delay) && Object.keys(others).length === 0
  }
  const retry = (work, options) => {
    const given = options ?? {}
    if (typeof work !== 'function' || !isRetry(given)) refuse('retry', [work, options])
    const { times = 3, delay = 1000 } = given
    const waitAfter = (attempt, error) => {
      if (attempt >= times || leftMs() <= 0) throw error
      wait(delay)
    }
    const tryFrom = (first) => {
      for (let attempt = first; ; attempt += 1) {
        try {
          const result = work(attempt)
          if (!(result instanceof SandboxPromise)) return result
          const again = (error) => {
            waitAfter(attempt, error)
            return tryFrom(attempt + 1)
          }
          return apply(then, result, [undefined, again])
        } catch (error) {
          waitAfter(attempt, error)
        }
      }
    }
    return tryFrom(1)
  }

  return { ask, wait, leftMs, calls: { withTimeout, retry } }
}
