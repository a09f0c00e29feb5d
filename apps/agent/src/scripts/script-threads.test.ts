import { expect, test } from 'vitest'
import { ScriptProcess, type ScriptSource } from './script-process.ts'

const limits = { timeoutSeconds: 60, memoryMegabytes: 64, stackKilobytes: 512 }
const start = (source: string, host: ScriptSource['host'] = async () => null) =>
  new ScriptProcess({ source, fileName: 'try.js', limits, task: {}, host })
/** Counts the script's lines. */
function counted(source: string) {
  const script = start(source, async () => {
    counts.lines += 1
    return null
  })
  const counts = { lines: 0, script }
  return counts
}
const ticking = `for (;;) { logi('tick'); sleep(1) }`

test('scripts of one thread all make progress, whether they wait, compute or take memory', async () => {
  const busy = Array.from({ length: 10 }, (_, n) =>
    counted(`for (let n = ${n}; ; n++) if (n % 100000 === 0) logi('on')`),
  )
  const asleep = Array.from({ length: 10 }, () => counted(ticking))
  const greedy = start('const kept = []; for (;;) kept.push(new Uint8Array(1e6).fill(1))')
  expect(await greedy.ended).toMatchObject({ cause: 'memory' })
  for (const { lines } of [...busy, ...asleep]) expect(lines).toBeGreaterThanOrEqual(0)
  await expect
    .poll(() => Math.min(...[...busy, ...asleep].map(({ lines }) => lines)), { timeout: 30_000 })
    .toBeGreaterThan(5)
  for (const { script } of [...busy, ...asleep]) script.stop()
  for (const { script } of [...busy, ...asleep]) expect(await script.ended).toEqual({ state: 'stopped' })
}, 60_000)

test.each([
  ['a search', `'a'.repeat(1e7).includes('a'.repeat(1e4) + 'b')`],
  ['a walk through an endless list', 'Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1)'],
  ['copies of large buffers', 'for (const a = new Uint8Array(3e7); ; ) a.copyWithin(1, 0)'],
  ['a regular expression that never ends', `/^(a*)*b$/.test('a'.repeat(40))`],
])(
  '%s is interrupted like a loop',
  async (_what, source) => {
    const others = Array.from({ length: 4 }, () => counted(ticking))
    const endless = start(source)
    await expect
      .poll(() => Math.min(...others.map(({ lines }) => lines)), { timeout: 8000 })
      .toBeGreaterThan(50)
    endless.pause()
    endless.continue()
    endless.stop()
    expect(await endless.ended).toEqual({ state: 'stopped' })
    for (const { script } of others) script.stop()
    for (const { script } of others) expect(await script.ended).toEqual({ state: 'stopped' })
  },
  30_000,
)

test.each([
  ['a power of a large number', `(3n ** 400000n).toString().length`, '190849'],
  ['a sum of a million parts', `eval('1+'.repeat(1e6) + '1')`, '1000001'],
  ['a text of many values', `JSON.stringify(Array(1e6).fill('xx')).length`, '5000001'],
  ['a list from a text', `JSON.parse('[' + '1,'.repeat(2e6) + '1]').length`, '2000001'],
])(
  '%s is right although others have their turns meanwhile',
  async (_what, source, msg) => {
    const others = Array.from({ length: 4 }, () => counted(ticking))
    await expect.poll(() => Math.min(...others.map(({ lines }) => lines))).toBeGreaterThan(1)
    const script = start(`logi('begins'); const result = ${source}; logi('ends'); result`, async () => {
      seen.push(others.map(({ lines }) => lines))
      return null
    })
    const seen: number[][] = []
    expect(await script.ended).toEqual({ state: 'succeeded', msg })
    const [before = [], after = []] = seen
    for (const [n, lines] of after.entries()) expect(lines - (before[n] ?? 0)).toBeGreaterThan(5)
    for (const other of others) other.script.stop()
    for (const other of others) expect(await other.script.ended).toEqual({ state: 'stopped' })
  },
  30_000,
)

test('a loop of slow operations is interrupted between them', async () => {
  const slow = start(`for (;;) JSON.parse('[' + '1,'.repeat(1e5) + '1]')`)
  const other = counted(ticking)
  await expect.poll(() => other.lines, { timeout: 20_000 }).toBeGreaterThan(50)
  slow.stop()
  expect(await slow.ended).toEqual({ state: 'stopped' })
  other.script.stop()
  expect(await other.script.ended).toEqual({ state: 'stopped' })
}, 30_000)

test('the longest answer reaches its script', async () => {
  const script = new ScriptProcess({
    ...{ source: `device.text('x').length`, fileName: 'try.js', task: {} },
    limits: { ...limits, memoryMegabytes: 512 },
    host: async () => '中'.repeat(15.9e6),
  })
  expect(await script.ended).toEqual({ state: 'succeeded', msg: '15900000' })
}, 30_000)

test('arguments of a call that are too long are refused before they leave the sandbox', async () => {
  const calls: string[] = []
  const end = await start(
    `try { device.text('x'.repeat(16e6)) } catch (error) { error.message }`,
    async (name) => {
      calls.push(name)
    },
  ).ended
  expect(end).toMatchObject({ msg: 'device.text: the arguments are too long' })
  expect(calls).toEqual([])
})
