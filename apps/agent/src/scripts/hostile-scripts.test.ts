import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ScriptEnd, ScriptProcess } from './script-process.ts'

const limits = { timeoutSeconds: 2, memoryMegabytes: 64, stackKilobytes: 512 }

/** Lines of a script that sleeps for 20 ms at a time, in each thread. */
const neighbours = Array.from({ length: 4 }, () => ({ lines: 0 }))
const processes: ScriptProcess[] = []
beforeAll(async () => {
  for (const neighbour of neighbours)
    processes.push(
      new ScriptProcess({
        ...{ source: `for (;;) { logi('on'); sleep(20) }`, fileName: 'neighbour.js', task: {} },
        limits: { ...limits, timeoutSeconds: 0 },
        host: async () => {
          neighbour.lines += 1
          return null
        },
      }),
    )
  await goOn()
})
afterAll(async () => {
  for (const one of processes) one.stop()
  expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual(
    processes.map(() => ({ state: 'stopped' })),
  )
})

/** All neighbours get further. */
async function goOn() {
  const seen = neighbours.map(({ lines }) => lines)
  const isFurther = () => neighbours.every(({ lines }, n) => lines > (seen[n] ?? 0) + 3)
  await vi.waitUntil(isFurther, { interval: 20, timeout: 15_000 })
}

let logged: string[] = []
const runAs = (
  source: string,
  modules: { name: string; fileName: string; source: string }[] = [],
  timeoutSeconds = limits.timeoutSeconds,
) => {
  logged = []
  return new ScriptProcess({
    ...{ source, fileName: 'hostile.js', modules, limits: { ...limits, timeoutSeconds }, task: {} },
    host: async (name, args) => {
      if (name === 'log') logged.push(String(args[1]))
      if (name.startsWith('http.')) return new Promise(() => undefined)
      if (name === 'device.shell') throw new Error('refused')
      return null
    },
  }).ended
}
const words = (end: ScriptEnd) =>
  end.state === 'failed' ? `${end.cause}: ${end.msg}` : `${end.state}: ${'msg' in end ? end.msg : ''}`

/** They never end by themselves: each is stopped at its time, and neighbours work meanwhile. */
const endless: Record<string, string> = {
  'a loop': 'for (;;);',
  'a loop in finally, after each stop': 'try { for (;;); } finally { for (;;); }',
  'a chain of microtasks': 'const again = () => queueMicrotask(again); again()',
  'an async function': '(async () => { for (;;) await null })()',
  'an async function in finally': '(async () => { try { for (;;) await 0 } finally { for (;;); } })()',
  'a getter of the result': '({ get a() { for (;;); } })',
  'toJSON of the result': '({ toJSON() { for (;;); } })',
  'toJSON of a logged value': 'logi({ toJSON() { for (;;); } })',
  'a message of a thrown value': 'throw { get message() { for (;;); } }',
  'the stack of an error': `throw Object.defineProperty(new Error('s'), 'stack', { get() { for (;;); } })`,
  'a trap of a thrown proxy': 'throw new Proxy({}, { get() { for (;;); } })',
  'a then that never calls back': '(async () => ({ then() { for (;;); } }))()',
  'a comparison': '[3, 2, 1].sort(() => { for (;;); })',
  'a regular expression': `/^(a*)*b$/.test('a'.repeat(40))`,
  'code from a text': `new Function('for (;;);')()`,
  'code in eval': `eval('for (;;);')`,
  'timers that start timers': 'const again = () => setTimeout(again, 0); again()',
  '9,999 intervals': 'for (let n = 0; n < 9999; n++) setInterval(() => 0, 1)',
  'sleeps of no time': 'for (;;) sleep(0)',
  'an endless sleep': 'sleep(Infinity)',
  'lines of the log': `for (;;) logi('x')`,
  'huge lines of the log': `for (;;) logi('x'.repeat(1e7))`,
  'cycles that are garbage': 'for (;;) { const a = {}, b = { a }; a.b = b }',
  'rejected promises': 'for (;;) Promise.reject(1)',
  'number formats': `for (let n = 0; ; n++) new Intl.NumberFormat('en', { maximumFractionDigits: n % 20 }).format(n)`,
  'an unanswered request': `http.request('http://one/')`,
}

test.each(Object.entries(endless))(
  '%s without an end is stopped at its time, and neighbours work meanwhile',
  async (_what, source) => {
    const ended = runAs(source)
    await goOn()
    expect(await ended).toEqual({ state: 'failed', cause: 'timeout', msg: '2 s' })
    for (const line of logged) expect(line.length).toBeLessThanOrEqual(8000)
  },
  30_000,
)

const memory = 'memory: InternalError: out of memory (64 MB)'
const stack = 'exception: InternalError: stack overflow (512 KB)'
const refused: Record<string, [source: string, end: string | RegExp]> = {
  'an endless walk in a setter of all errors': [
    `Object.defineProperty(Error.prototype, 'message', {
      set() { Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1) },
    })
    device.shell('id')`,
    /^exception: SuspendError/,
  ],
  'an array of a billion': ['new Array(1e9).fill(0)', memory],
  'a list of a billion': ['Array.from({ length: 1e9 })', memory],
  'typed arrays': ['const kept = []; for (;;) kept.push(new Float64Array(1e5))', memory],
  'a typed array of 2 GB': ['new Uint8Array(2 ** 31)', 'exception: RangeError: invalid array buffer length'],
  'a shared buffer of 2 GB': ['new SharedArrayBuffer(2 ** 31 - 1)', memory],
  'a buffer that grows': [
    'const buffer = new ArrayBuffer(8, { maxByteLength: 2 ** 31 - 1 }); buffer.resize(2 ** 30)',
    memory,
  ],
  'a text that doubles': [
    `let text = 'x'; for (;;) text += text`,
    'exception: InternalError: string too long',
  ],
  'a data item of 100 MB': [`ecloud.addData({ content: 'x'.repeat(1e8) })`, memory],
  'an argument of 17 MB': [`ask('x'.repeat(1.7e7))`, 'exception: Error: ask: the arguments are too long'],
  'promises that stay open': ['const kept = []; for (;;) kept.push(new Promise(() => undefined))', memory],
  'reactions to a promise': ['const open = new Promise(() => 0); for (;;) open.then(() => 0)', memory],
  'a promise that waits for itself again and again': [
    'const again = () => Promise.resolve().then(again); again()',
    memory,
  ],
  'a list of an endless generator': ['function* all() { for (;;) yield 1 }; [...all()]', memory],
  'a big number': ['2n ** (2n ** 40n)', 'exception: RangeError: BigInt is too large'],
  'a big number that grows': ['let n = 3n; for (;;) n *= n', /^exception: RangeError: BigInt is too large/],
  'too many timers': [
    'for (let n = 0; n < 1e5; n++) setTimeout(() => 0, 1e6)',
    'exception: RangeError: more than 10000 timers',
  ],
  'a call without an end': ['const deep = () => deep() + 1; deep()', stack],
  'a text of itself': [`const self = { toString: () => '' + self }; '' + self`, stack],
  'a proxy of proxies': ['let p = {}; for (let n = 0; n < 1e5; n++) p = new Proxy(p, {}); p.x', stack],
  'eval in eval': [`const again = () => eval('again()'); again()`, stack],
  'brackets in a pattern': [
    `new RegExp('('.repeat(1e5) + ')'.repeat(1e5))`,
    'exception: SyntaxError: too many captures',
  ],
  'brackets in JSON': [`JSON.parse('['.repeat(5e5))`, 'exception: SyntaxError: stack overflow'],
  'code of a data: URL': [
    `import('data:text/javascript,export default 1')`,
    'exception: Error: the module “data:text/javascript,export default 1” is not part of this script (hostile.js:1)',
  ],
  Atomics: ['Atomics.wait(new Int32Array(8), 0, 0)', `exception: ReferenceError: 'Atomics' is not defined`],
  WebAssembly: [
    'new WebAssembly.Module(new Uint8Array(8))',
    `exception: ReferenceError: 'WebAssembly' is not defined`,
  ],
  'an address of 7 MB': [`new URL('http://a/' + 'x'.repeat(7e6))`, 'exception: TypeError: Invalid URL'],
  'a huge message': [`throw new Error('x'.repeat(1.5e7))`, `exception: Error: ${'x'.repeat(2000)}`],
  'a huge name': [
    `throw Object.assign(new Error('m'), { name: 'x'.repeat(1.5e7) })`,
    `exception: ${'x'.repeat(100)}: m`,
  ],
  'a huge stack': [
    `throw Object.assign(new Error('m'), { stack: 'x'.repeat(1.5e7) })`,
    'exception: Error: m',
  ],
  'an error that is its own cause': [
    `const error = new Error('own'); error.cause = error; throw error`,
    'exception: Error: own',
  ],
  'a message that throws': [
    'throw { get message() { throw { get message() { throw 1 } } } }',
    'exception: Error: a value that cannot be read',
  ],
  'a thrown proxy': [
    `throw new Proxy({}, { get() { throw 1 }, ownKeys() { throw 2 }, getPrototypeOf() { throw 3 } })`,
    'exception: Error: a value that cannot be read',
  ],
  'a thrown object': [
    'throw Object.assign(Object.create(null), { code: 5n })',
    'exception: Error: {"code":"5n"}',
  ],
  'a thrown symbol': [`throw Symbol('s')`, 'exception: Error: Symbol(s)'],
  'a thrown null': ['throw null', 'exception: Error: null'],
  'a circle of modules': [`import 'a'; import { b } from 'b'; export default b`, 'succeeded: 2'],
  'a chain of 1,000 modules': [`import 'm0'; export default 'all'`, 'succeeded: all'],
  'a result that is a circle': [
    'const one = { n: 1n }; one.one = one; one',
    'succeeded: {"n":"1n","one":"[circular]"}',
  ],
}
const modules = [
  { name: 'a', fileName: 'a.js', source: `import 'b'; export const a = 1` },
  { name: 'b', fileName: 'b.js', source: `import 'a'; export const b = 2` },
  ...Array.from({ length: 1000 }, (_, n) => ({
    name: `m${n}`,
    fileName: `m${n}.js`,
    source: n < 999 ? `import 'm${n + 1}'` : '',
  })),
]

test.each(Object.entries(refused))(
  '%s ends by itself, and says how',
  async (_what, [source, end]) => {
    expect(words(await runAs(source, source.startsWith('import ') ? modules : [], 60))).toEqual(
      typeof end === 'string' ? end : expect.stringMatching(end),
    )
    await goOn()
  },
  90_000,
)

const tampered = {
  Array: `for (const name of ['map', 'join', 'push', 'slice', 'forEach', Symbol.iterator])
    Array.prototype[name] = () => { throw new Error('mine') }`,
  String: `globalThis.String = undefined
    for (const name of ['slice', 'split', 'replace']) ''.constructor.prototype[name] = () => { for (;;); }`,
  JSON: `JSON.parse = JSON.stringify = () => { throw new Error('mine') }`,
  Object: `Object.entries = Object.assign = Object.freeze = Object.keys = () => { throw new Error('mine') }`,
  Map: `for (const name of ['set', 'get', 'delete', 'forEach', Symbol.iterator])
    Map.prototype[name] = () => { throw new Error('mine') }`,
  Promise: `Promise.prototype.then = Promise.resolve = () => { throw new Error('mine') }; globalThis.Promise = null`,
  Function: `for (const name of ['call', 'apply', 'bind', Symbol.hasInstance])
    try { Function.prototype[name] = () => { throw new Error('mine') } } catch {}`,
  'Math and Date': `Math.max = Math.min = Date.now = () => { throw new Error('mine') }`,
  'the prelude’s own': `globalThis.sleep = globalThis.setTimeout.call = device.size.apply = null`,
}

test.each(Object.entries(tampered))(
  'a script that replaces methods of %s keeps its log, its timers and its own error',
  async (_what, source) => {
    const end = await runAs(`const { logi: log, setTimeout: later } = globalThis
      ${source}
      log('a', { b: 1 })
      queueMicrotask(() => log('microtask'))
      later((word) => log(word), 1, 'timer')
      device.size()
      later(() => { throw new TypeError('at the end') }, 5)`)
    expect(logged).toEqual(['a {"b":1}', 'microtask', 'timer'])
    expect(words(end)).toBe('exception: TypeError: at the end')
  },
)

test('logged values that are no JSON are shown as far as they can be read', async () => {
  await runAs(`const circle = { a: [1n] }; circle.a.push(circle, circle.a)
    for (const value of [circle, 1n, new TypeError('wrong'), () => 1, Symbol('s'), undefined, { get a() { throw 1 } }])
      logi(value)`)
  expect(logged).toEqual([
    '{"a":["1n","[circular]","[circular]"]}',
    '1n',
    'TypeError: wrong',
    '() => 1',
    'Symbol(s)',
    'undefined',
    'a value that cannot be read',
  ])
})

test('the parts of a long text do not repeat it', async () => {
  const source = `const text = 'x '.repeat(4e4)
    const parts = [...new Intl.Segmenter('en', { granularity: 'word' }).segment(text)]
    ;[parts.length, parts[2].segment, parts[2].index, parts[2].input === text].join()`
  expect(words(await runAs(source, [], 60))).toBe('succeeded: 80000,x,2,true')
})
