// Runs inside the sandbox before each script, and defines the functions of scripts. It has the same restrictions:
// __host(name, json) asks the agent, __wait(ms) blocks, __load(name) runs another part of the prelude.
;(() => {
  const { __load: load, __toBase64, __fromBase64 } = globalThis
  const limits = load('time-limits')(globalThis.__host, globalThis.__wait)
  const { ask: host, wait } = limits
  const task = JSON.parse(globalThis.__task)
  /** api: names of the functions that the agent handles, by object. */
  const { api, timeZone, maxCharacters } = JSON.parse(globalThis.__facts)
  const given = ['__host', '__wait', '__load', '__task', '__facts', '__toBase64', '__fromBase64']
  for (const name of given) delete globalThis[name]

  const { parse, stringify } = JSON
  const ask = (name, ...args) => {
    const sent = stringify(args)
    if (sent.length > maxCharacters) throw new Error(`${name}: the arguments are too long`)
    return parse(host(name, sent))
  }
  const words = (values) =>
    values.map((value) => (typeof value === 'string' ? value : (stringify(value) ?? String(value)))).join(' ')
  const logger =
    (level) =>
    (...values) =>
      void ask('log', level, words(values))

  const console = {
    debug: logger('debug'),
    log: logger('info'),
    info: logger('info'),
    warn: logger('warn'),
    error: logger('error'),
  }
  const local = {
    console,
    device: load('elements')(host, limits.leftMs),
    ecloud: { log: logger('info'), getTaskInfo: () => parse(stringify(task)) },
  }
  for (const [object, names] of Object.entries(api)) {
    const path = (name) => (object ? `${object}.${name}` : name)
    const calls = Object.fromEntries(names.map((name) => [name, (...args) => ask(path(name), ...args)]))
    if (object) globalThis[object] = Object.freeze({ ...calls, ...local[object] })
    else Object.assign(globalThis, calls)
  }
  Object.assign(globalThis, limits.calls, load('random')(wait))
  globalThis.site = Object.freeze({ timeZone })
  const { debug, info, warn, error } = console
  Object.assign(globalThis, {
    logd: debug,
    logi: info,
    logw: warn,
    loge: error,
    sleep: (ms) => void wait(Number(ms)),
  })

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

  // For the agent: runs the next timer; 0 when there is none left.
  const { now } = Date
  const runTimer = () => {
    let next
    for (const [id, timer] of timers) if (!next || timer.at < next.timer.at) next = { id, timer }
    if (!next) return 0
    const { id, timer } = next
    wait(Math.max(0, timer.at - now()))
    if (timer.isRepeated) timer.at = now() + timer.every
    else timers.delete(id)
    timer.act()
    return 1
  }

  const describe = (thrown) => {
    if (typeof thrown !== 'object' || thrown === null || !('message' in thrown))
      return stringify({ name: 'Error', message: String(thrown).slice(0, 2000), stack: '' })
    const { name, message, stack } = thrown
    return stringify({
      name: String(name ?? 'Error').slice(0, 100),
      message: String(message).slice(0, 2000),
      stack: String(stack ?? '').slice(0, 20_000),
    })
  }
  const toText = (value) => {
    if (value === undefined || value === null) return ''
    return typeof value === 'string' ? value : (stringify(value) ?? String(value))
  }

  /** As the global says that JavaScript has: not enumerable. */
  const define = (name, value, on = globalThis) =>
    Object.defineProperty(on, name, { value, writable: true, enumerable: false, configurable: true })
  define('performance', Object.freeze({ now: () => askNode('now') }))
  define('queueMicrotask', (act) => {
    if (typeof act !== 'function') throw new TypeError('queueMicrotask wants a function')
    Promise.resolve().then(act)
  })

  class DOMException extends Error {
    constructor(message = '', name = 'Error') {
      super(message)
      define('name', name, this)
    }
  }
  define('DOMException', DOMException)
  const classes = { TypeError, RangeError, SyntaxError, Error }
  /** Asks Node, whose errors are those of browsers. */
  const askNode = (name, ...args) => {
    const { value, error: refused } = ask(`node.${name}`, ...args)
    if (!refused) return value
    const Class = classes[refused.name]
    throw Class ? new Class(refused.message) : new DOMException(refused.message, refused.name)
  }

  // Most scripts need few of these: each part is run when one of its globals is read.
  const toBytes = (source) => {
    if (source instanceof ArrayBuffer) return new Uint8Array(source)
    if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    throw new TypeError('an ArrayBuffer or a view of one is expected')
  }
  const toBase64 = (bytes) => {
    const { buffer, byteLength } = bytes
    return __toBase64(byteLength === buffer.byteLength ? buffer : bytes.slice().buffer)
  }
  const fromBase64 = (text) => new Uint8Array(__fromBase64(text))
  const shared = { askNode, define, DOMException, toBytes, toBase64, fromBase64 }
  const loaded = {}
  const part = (name) => {
    loaded[name] ??= load(name)({ ...shared, part })
    return loaded[name]
  }
  const lazy = (names, from) => {
    for (const name of names)
      Object.defineProperty(globalThis, name, {
        get: () => {
          define(name, part(from)[name])
          return globalThis[name]
        },
        set: (value) => void define(name, value),
        enumerable: false,
        configurable: true,
      })
  }
  lazy(['URL', 'URLSearchParams'], 'url')
  lazy(['TextEncoder', 'TextDecoder', 'atob', 'btoa'], 'text')
  lazy(['structuredClone'], 'clone')
  lazy(['Intl'], 'intl')
  lazy(['crypto'], 'crypto')
  const localized = (Class, method, name) =>
    define(
      method,
      function (...args) {
        return part('intl').localized[name].apply(this, args)
      },
      Class.prototype,
    )
  localized(Date, 'toLocaleString', 'dateTime')
  localized(Date, 'toLocaleDateString', 'date')
  localized(Date, 'toLocaleTimeString', 'time')
  localized(Number, 'toLocaleString', 'number')
  localized(BigInt, 'toLocaleString', 'number')
  localized(String, 'localeCompare', 'compare')
  localized(Array, 'toLocaleString', 'list')
  return { runTimer, describe, toText }
})()
