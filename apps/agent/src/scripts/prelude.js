// Runs inside the sandbox before each script, and defines the functions of scripts. It has the same restrictions:
// __host(name, json) asks the agent, __wait(ms) blocks, __load(name) gives a part of the prelude.
;(() => {
  const part = globalThis.__load
  const limits = part('time-limits')(globalThis.__host, globalThis.__wait)
  const { ask: host, wait } = limits
  const task = JSON.parse(globalThis.__task)
  /** Names of the functions that the agent handles, by object. */
  const api = JSON.parse(globalThis.__api)
  delete globalThis.__load
  delete globalThis.__host
  delete globalThis.__wait
  delete globalThis.__task
  delete globalThis.__api

  const { parse, stringify } = JSON
  const ask = (name, ...args) => parse(host(name, stringify(args)))
  const frozen = (names, prefix) =>
    Object.freeze(
      Object.fromEntries(names.map((name) => [name, (...args) => ask(`${prefix}.${name}`, ...args)])),
    )
  const words = (values) =>
    values.map((value) => (typeof value === 'string' ? value : (stringify(value) ?? String(value)))).join(' ')
  const logger =
    (level) =>
    (...values) =>
      void ask('log', level, words(values))

  const ecloud = { log: logger('info'), getTaskInfo: () => parse(stringify(task)) }
  globalThis.ecloud = Object.freeze({ ...ecloud, ...frozen(api.ecloud, 'ecloud') })
  globalThis.device = Object.freeze({
    ...frozen(api.device, 'device'),
    ...part('elements')(host, limits.leftMs),
  })
  Object.assign(globalThis, limits.calls, part('random')(wait))
  globalThis.http = frozen(api.http, 'http')
  globalThis.console = Object.freeze({
    debug: logger('debug'),
    log: logger('info'),
    info: logger('info'),
    warn: logger('warn'),
    error: logger('error'),
  })
  const { debug, info, warn, error } = globalThis.console
  Object.assign(globalThis, { logd: debug, logi: info, logw: warn, loge: error, sleep: wait })

  const most = 10_000
  const timers = new Map()
  let lastId = 0
  const start = (act, ms, isRepeated, args) => {
    if (typeof act !== 'function') throw new TypeError('a timer wants a function')
    if (timers.size >= most) throw new RangeError(`more than ${most} timers`)
    const every = Math.max(isRepeated ? 1 : 0, Number(ms) || 0)
    lastId += 1
    timers.set(lastId, { act: () => act(...args), at: Date.now() + every, every, isRepeated })
    return lastId
  }
  globalThis.setTimeout = (act, ms, ...args) => start(act, ms, false, args)
  globalThis.setInterval = (act, ms, ...args) => start(act, ms, true, args)
  globalThis.clearTimeout = (id) => void timers.delete(id)
  globalThis.clearInterval = globalThis.clearTimeout

  // For the agent: runs the next timer; false when there is none left.
  return () => {
    let next
    for (const [id, timer] of timers) if (!next || timer.at < next.timer.at) next = { id, timer }
    if (!next) return false
    const { id, timer } = next
    wait(Math.max(0, timer.at - Date.now()))
    if (timer.isRepeated) timer.at = Date.now() + timer.every
    else timers.delete(id)
    timer.act()
    return true
  }
})()
