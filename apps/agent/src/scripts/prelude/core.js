// Runs inside the sandbox before each script, and defines the functions of scripts. It has the same restrictions:
// __host(name, json) asks the agent, __wait(ms) blocks, __load(name) runs another part of the prelude.
;(() => {
  const { __load: load, __toBase64, __fromBase64 } = globalThis
  const plain = load('arguments')
  const { __host: askAgent, __wait: block } = globalThis
  const { stringify: toSent } = JSON
  /** The agent names the valid values of calls that never reach it otherwise. */
  const refuse = (name, args) => {
    const sent = []
    for (let n = 0; n < args.length; n += 1) sent[n] = typeof args[n] === 'function' ? 'function' : args[n]
    askAgent(name, toSent(sent, plain))
    throw new TypeError(`${name}: wrong arguments`)
  }
  const limits = load('time-limits')(askAgent, block, refuse)
  const { ask: host, wait } = limits
  const task = JSON.parse(globalThis.__task)
  /** api: names of the functions that the agent handles, by object. */
  const { api, timeZone, maxCharacters, maxLine } = JSON.parse(globalThis.__facts)
  const given = ['__host', '__wait', '__load', '__task', '__facts', '__toBase64', '__fromBase64']
  for (const name of given) delete globalThis[name]

  // Taken before the script can change them: its timers, its log and its errors do not depend on what it does.
  const { parse, stringify } = JSON
  const { now } = Date
  const { max } = Math
  const { isNaN: isNoNumber } = Number
  const toWords = String
  const own = Function.prototype.bind.bind(Function.prototype.call)
  const cut = own(String.prototype.slice)
  const then = own(Promise.prototype.then)
  const [remember, forget, forEach] = ['set', 'delete', 'forEach'].map((name) => own(Map.prototype[name]))
  const settled = Promise.resolve()
  const isError = own(Function.prototype[Symbol.hasInstance], Error)

  const ask = (name, args, replace) => {
    const sent = stringify(args, replace)
    if (sent.length > maxCharacters) throw new Error(`${name}: the arguments are too long`)
    return parse(host(name, sent))
  }

  const holds = (list, value) => {
    for (let n = 0; n < list.length; n += 1) if (list[n] === value) return true
    return false
  }
  /** What JSON refuses becomes text. */
  const shown = () => {
    const above = []
    return function (_key, value) {
      if (typeof value === 'bigint') return `${value}n`
      if (typeof value !== 'object' || value === null) return value
      while (above.length > 0 && above[above.length - 1] !== this) above.length -= 1
      if (holds(above, value)) return '[circular]'
      above[above.length] = value
      return value
    }
  }
  const toJson = (value) => {
    try {
      return stringify(value)
    } catch {
      return stringify(value, shown())
    }
  }
  const read = (object, name) => {
    try {
      return toWords(object[name] ?? '')
    } catch {
      return ''
    }
  }
  const words = (value) => {
    if (typeof value === 'string') return value
    if (typeof value === 'bigint') return `${value}n`
    try {
      if (isError(value)) return `${read(value, 'name')}: ${read(value, 'message')}`
      return toJson(value) ?? toWords(value)
    } catch {
      return 'a value that cannot be read'
    }
  }
  const logger =
    (level) =>
    (...values) => {
      let line = ''
      for (let n = 0; n < values.length && line.length < maxLine; n += 1)
        line += (n > 0 ? ' ' : '') + words(values[n])
      ask('log', [level, cut(line, 0, maxLine)])
    }

  const console = {
    debug: logger('debug'),
    log: logger('info'),
    info: logger('info'),
    warn: logger('warn'),
    error: logger('error'),
  }
  const local = {
    console,
    device: load('elements')((name, json, as) => as(parse(host(name, json))), limits.leftMs, plain),
    ecloud: { log: logger('info'), getTaskInfo: () => parse(stringify(task)) },
  }
  for (const [object, names] of Object.entries(api)) {
    const path = (name) => (object ? `${object}.${name}` : name)
    // Others send what they are given as JSON.
    const replace = object === 'device' || object === '' ? plain : undefined
    const calls = Object.fromEntries(names.map((name) => [name, (...args) => ask(path(name), args, replace)]))
    if (object) globalThis[object] = Object.freeze({ ...calls, ...local[object] })
    else Object.assign(globalThis, calls)
  }
  Object.assign(globalThis, limits.calls, load('random')(wait, refuse))
  globalThis.site = Object.freeze({ timeZone })
  const { debug, info, warn, error } = console
  Object.assign(globalThis, {
    logd: debug,
    logi: info,
    logw: warn,
    loge: error,
    sleep: (ms) => {
      const time = +ms
      if (isNoNumber(time)) refuse('sleep', [ms])
      wait(time)
    },
  })

  const most = 10_000
  const timers = new Map()
  let [lastId, count] = [0, 0]
  const end = (id) => {
    if (forget(timers, id)) count -= 1
  }
  const start = (act, ms, isRepeated, args) => {
    if (typeof act !== 'function') throw new TypeError('a timer wants a function')
    if (count >= most) throw new RangeError(`more than ${most} timers`)
    const every = max(isRepeated ? 1 : 0, +ms || 0)
    lastId += 1
    count += 1
    remember(timers, lastId, { act, args, at: now() + every, every, isRepeated })
    return lastId
  }
  globalThis.setTimeout = (act, ms, ...args) => start(act, ms, false, args)
  globalThis.setInterval = (act, ms, ...args) => start(act, ms, true, args)
  globalThis.clearTimeout = end
  globalThis.clearInterval = globalThis.clearTimeout

  // For the agent: runs the next timer; 0 when there is none left.
  const { apply } = Reflect
  const runTimer = () => {
    let next
    forEach(timers, (timer, id) => {
      if (!next || timer.at < next.timer.at) next = { id, timer }
    })
    if (!next) return 0
    const { id, timer } = next
    wait(max(0, timer.at - now()))
    if (timer.isRepeated) timer.at = now() + timer.every
    else end(id)
    apply(timer.act, undefined, timer.args)
    return 1
  }

  const describe = (thrown) => {
    const isObject = typeof thrown === 'object' && thrown !== null
    const message = isObject ? read(thrown, 'message') : ''
    const isKnown = message !== '' || (isObject && isError(thrown))
    if (!isKnown) return stringify({ name: 'Error', message: cut(words(thrown), 0, 2000), stack: '' })
    return stringify({
      name: cut(read(thrown, 'name') || 'Error', 0, 100),
      message: cut(message, 0, 2000),
      stack: cut(read(thrown, 'stack'), 0, 20_000),
    })
  }
  const toText = (value) => (value === undefined || value === null ? '' : words(value))

  /** As the global says that JavaScript has: not enumerable. */
  const define = (name, value, on = globalThis) =>
    Object.defineProperty(on, name, { value, writable: true, enumerable: false, configurable: true })
  define('performance', Object.freeze({ now: () => askNode('now') }))
  define('queueMicrotask', (act) => {
    if (typeof act !== 'function') throw new TypeError('queueMicrotask wants a function')
    then(settled, act)
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
    const { value, error: refused } = ask(`node.${name}`, args)
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
