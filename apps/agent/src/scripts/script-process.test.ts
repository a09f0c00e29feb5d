import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { functionsOf, scriptBuiltins, scriptObjects } from '@fleetdeck/contract/script-api'
import { expect, onTestFinished, test } from 'vitest'
import { ScriptError } from './script-error.ts'
import { ScriptProcess, type ScriptSource } from './script-process.ts'

const limits = { timeoutSeconds: 20, memoryMegabytes: 64, stackKilobytes: 512 }
const lines: string[] = []
const host: ScriptSource['host'] = async (name, args) => {
  if (name === 'log') lines.push(String(args[1]))
  else if (name === 'device.size') return { width: 360, height: 640 }
  else if (name === 'ecloud.getData') return new Promise(() => undefined)
  else if (name === 'ecloud.getCache') throw new ScriptError('The cache “shops” does not exist', 'notFound')
  else throw new Error(`${name} failed`)
  return null
}
const start = (source: string, more: Partial<ScriptSource['limits']> = {}) => {
  lines.length = 0
  return new ScriptProcess({
    source,
    fileName: 'try.js',
    limits: { ...limits, ...more },
    task: { taskId: 7 },
    host,
  })
}
const run = (source: string, more?: Partial<ScriptSource['limits']>) => start(source, more).ended
const expectLine = (line: string) => expect.poll(() => lines).toContain(line)

test('a script logs, calls its phone and returns a value', async () => {
  const end = await run(
    `ecloud.log('a', { b: 1 }); logw(device.size().width); ({ task: ecloud.getTaskInfo().taskId })`,
  )
  expect(end).toEqual({ state: 'succeeded', msg: '{"task":7}' })
  expect(lines).toEqual(['a {"b":1}', '360'])
})

test('an uncaught error has its stack, with the script’s own line numbers', async () => {
  const end = await run(`function buy() {\n  device.shell('x')\n}\nbuy()`)
  expect(end).toMatchObject({ state: 'failed', cause: 'exception', msg: 'Error: device.shell failed' })
  expect(end).toMatchObject({ exception: { stack: expect.stringMatching(/^\s*at buy \(try\.js:2/) } })
  expect(await run(`try { device.shell('x') } catch (error) { error.message }`)).toEqual({
    state: 'succeeded',
    msg: 'device.shell failed',
  })
  expect(await run('let = ')).toMatchObject({ msg: expect.stringMatching(/^SyntaxError/) })
  expect(await run(`throw 'words'`)).toMatchObject({ msg: 'Error: words' })
  expect(await run(`(async () => { await null; throw new TypeError('late') })()`)).toMatchObject({
    msg: 'TypeError: late',
  })
})

test.each([
  ['a promise', `Promise.reject(new TypeError('lost')); 'done'`],
  ['an async function', `async function buy() { await null; throw new TypeError('lost') }\nbuy(); 'done'`],
  [
    'a function of a timer',
    `setTimeout(async () => { throw new TypeError('lost') }, 1); setTimeout(() => logi('late'), 50)`,
  ],
  ['a microtask', `queueMicrotask(() => { throw new TypeError('lost') }); 'done'`],
  ['a chain', `Promise.reject(new TypeError('lost')).then(() => 1).finally(() => 2); 'done'`],
  ['one of many', `for (let n = 0; n < 5000; n++) Promise.reject(new TypeError('lost')); 'done'`],
])('a rejection of %s that nothing handles fails the run with its stack', async (_what, source) => {
  expect(await run(source)).toMatchObject({
    ...{ state: 'failed', cause: 'exception', msg: 'TypeError: lost' },
    exception: { stack: expect.stringContaining('(try.js:1') },
  })
  expect(lines).toEqual([])
})

test('a rejection that is handled before the next timer, or after a wait, does not fail the run', async () => {
  const end = await run(`const fails = async () => { await null; throw new Error('handled') }
    const waiting = fails()
    sleep(5)
    ;(async () => {
      const seen = [waiting.catch(() => 'caught'), fails().then(null, () => 'second'), Promise.allSettled([fails()])]
      try { await fails() } catch { seen.push('tried') }
      const late = Promise.reject(new Error('late'))
      await null
      late.catch(() => 0)
      await import('none').catch(() => 0)
      await Promise.race([fails().catch(() => 0), new Promise((done) => setTimeout(done, 5))])
      return (await Promise.all(seen)).map((one) => (Array.isArray(one) ? one[0].status : one))
    })()`)
  expect(end).toEqual({ state: 'succeeded', msg: '["caught","second","rejected","tried"]' })
})

test('a script can tell a missing name from other errors by its code', async () => {
  const codeOf = (call: string) => run(`try { ${call} } catch (error) { [error.code, error.message].join() }`)
  expect(await codeOf('ecloud.getCache({})')).toMatchObject({
    msg: 'notFound,The cache “shops” does not exist',
  })
  expect(await codeOf(`device.shell('x')`)).toMatchObject({ msg: ',device.shell failed' })
})

test('the sandbox has exactly the functions of the published list', async () => {
  const objects = scriptObjects.filter(Boolean)
  for (const object of objects) {
    const end = await run(`Object.keys(${object}).sort().join()`)
    expect(end).toMatchObject({ msg: functionsOf(object).sort().join() })
  }
  const end = await run('Object.getOwnPropertyNames(globalThis).sort().join()')
  const all = [...functionsOf(''), ...objects, ...scriptBuiltins]
  expect(end).toMatchObject({ msg: all.sort().join() })
})

test('a script cannot access the machine', async () => {
  const names = ['process', 'require', 'fetch', 'Worker', '__host', '__wait', 'Atomics.wait']
  const kinds = names.map((name) => `(() => { try { return typeof ${name} } catch { return 'none' } })()`)
  const end = await run(`[${kinds}]`)
  const found: string[] = 'msg' in end ? JSON.parse(end.msg) : []
  expect(found).toHaveLength(names.length)
  expect(found).not.toContain('function')
  expect(await run(`import('node:fs').then(() => 'in', () => 'out')`)).toEqual({
    state: 'succeeded',
    msg: 'out',
  })
  expect(await run(`device.size.constructor('return typeof process')()`)).toMatchObject({ msg: 'undefined' })
})

test('timers and promises run to completion', async () => {
  const end = await run(`let n = 0
    const every = setInterval(() => { if (++n === 3) clearInterval(every) }, 1)
    const look = () => (n < 3 ? setTimeout(look, 1) : ecloud.log('n', n))
    look()
    Promise.resolve().then(() => ecloud.log('first'))`)
  expect(end).toMatchObject({ state: 'succeeded' })
  expect(lines).toEqual(['first', 'n 3'])
})

test('a thousand timers run, more are refused', async () => {
  const end = await run(`let n = 0
    for (let i = 0; i < 1000; i++) setTimeout(() => { if (++n === 1000) ecloud.log('all') }, i % 5)`)
  expect(end).toMatchObject({ state: 'succeeded' })
  expect(lines).toEqual(['all'])
  expect(await run('for (;;) setInterval(() => 0, 1)')).toMatchObject({
    msg: 'RangeError: more than 10000 timers',
  })
})

test('an endless loop is stopped at its time limit', async () => {
  expect(await run('for (;;);', { timeoutSeconds: 1 })).toEqual({
    state: 'failed',
    cause: 'timeout',
    msg: '1 s',
  })
  expect(await run('for (;;) try { for (;;); } catch {}', { timeoutSeconds: 1 })).toMatchObject({
    cause: 'timeout',
  })
})

test('a gigabyte of memory is refused, and only the script is affected', async () => {
  const grow =
    'const kept = []; for (let i = 0; i < 1024; i++) kept.push(new Uint8Array(1024 * 1024).fill(i))'
  expect(await run(grow)).toMatchObject({ state: 'failed', cause: 'memory' })
  const text = `let text = 'x'; for (let i = 0; i < 30; i++) text += text; text.length`
  expect(await run(text)).toMatchObject({ state: 'failed' })
  expect(await run('const kept = []; for (;;) kept.push({ a: [1] })')).toMatchObject({ cause: 'memory' })
  expect(await run('1 + 1')).toEqual({ state: 'succeeded', msg: '2' })
})

test('infinite recursion is an error that the script may catch', async () => {
  const deep = 'const f = (n) => f(n + 1) + 1; '
  expect(await run(`${deep} f(0)`)).toMatchObject({ msg: expect.stringMatching(/stack overflow/) })
  expect(await run(`${deep} try { f(0) } catch { 'caught' }`)).toMatchObject({ msg: 'caught' })
  expect(await run(`${deep} f(0)`, { stackKilobytes: 4096 })).toMatchObject({
    state: 'failed',
    cause: 'exception',
  })
  expect(await run(`JSON.parse('['.repeat(500000))`, { stackKilobytes: 4096 })).toMatchObject({
    state: 'failed',
  })
})

test.each([
  ['in a loop', 'for (;;);'],
  ['asleep', 'sleep(100000)'],
  ['waiting for a timer', 'setTimeout(() => 0, 100000)'],
  ['waiting for an answer', 'ecloud.getData({})'],
  ['catching everything', 'for (;;) try { sleep(1) } catch {}'],
])('a script that is %s is stopped', async (_what, source) => {
  const script = start(`ecloud.log('here'); ${source}`)
  await expectLine('here')
  script.stop()
  expect(await script.ended).toEqual({ state: 'stopped' })
})

test('a paused script does not run, and then continues', async () => {
  const script = start(`let n = 0; for (;;) { ecloud.log('n', ++n); sleep(1) }`)
  await expectLine('n 3')
  script.pause()
  await expect.poll(() => script.isPaused).toBe(true)
  const before = lines.length
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(lines.length).toBeLessThanOrEqual(before + 1)
  const next = `n ${lines.length + 3}`
  script.continue()
  await expectLine(next)
  script.pause()
  script.stop()
  expect(await script.ended).toEqual({ state: 'stopped' })
})

test('threads end although functions of theirs are being compiled and their memory is full', async () => {
  const hasty = [
    'v8-pool-size=1',
    'baseline-batch-compilation-threshold=100',
    'invocation-count-for-feedback-allocation=1',
  ]
  const child = fork(new URL('./testing/ending-threads.ts', import.meta.url), {
    execArgv: hasty.map((flag) => `--${flag}`),
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('functions of a script are compiled in its own thread, which the threads of others cannot block', async () => {
  const child = fork(new URL('./testing/hot-thread.ts', import.meta.url), {
    execArgv: ['--trace-opt'],
    silent: true,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [traced] = await Promise.all([text(child.stdout as Readable), once(child, 'exit')])
  // Lines of two threads may be mixed; those are left out.
  const line = /^\[compiling method \S+ <JSFunction hot\d+ .* mode: ConcurrencyMode::(\w+)\]$/gm
  expect(new Set([...traced.matchAll(line)].map(([, mode]) => mode))).toEqual(new Set(['kSynchronous']))
})

test('the time that a run has left does not pass while it is paused', async () => {
  const process = start('sleep(60_000)', { timeoutSeconds: 20 })
  await expect.poll(() => process.leftMs).toBeLessThan(20_000)
  process.pause()
  const { leftMs } = process
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(process.leftMs).toBe(leftMs)
  process.stop()
  await process.ended
  expect(start('1', { timeoutSeconds: 0 }).leftMs).toBe(Number.POSITIVE_INFINITY)
})
