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
])(
  '%s that cannot be interrupted is ended after its time, its neighbours go on',
  async (_what, source) => {
    const others = Array.from({ length: 4 }, () => counted(ticking))
    await expect.poll(() => Math.min(...others.map(({ lines }) => lines))).toBeGreaterThan(1)
    expect(await start(source).ended).toMatchObject({
      state: 'failed',
      cause: 'exception',
      msg: 'InternalError: one operation took longer than 10 s',
    })
    const before = others.map(({ lines }) => lines)
    await expect.poll(() => others.every(({ lines }, n) => lines > (before[n] ?? 0) + 2)).toBe(true)
    // It runs in a thread of its own from now on: the others notice nothing of it.
    const again = start(source)
    const seen = others.map(({ lines }) => lines)
    await expect
      .poll(() => others.every(({ lines }, n) => lines > (seen[n] ?? 0) + 20), { timeout: 8000 })
      .toBe(true)
    again.stop()
    for (const { script } of others) script.stop()
    await Promise.all(others.map(({ script }) => script.ended))
    expect(await again.ended).toEqual({ state: 'stopped' })
  },
  60_000,
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

test('a regular expression that never ends is interrupted like a loop', async () => {
  const other = counted(ticking)
  const endless = start(`/^(a*)*b$/.test('a'.repeat(40))`)
  await expect.poll(() => other.lines, { timeout: 20_000 }).toBeGreaterThan(20)
  endless.pause()
  endless.continue()
  endless.stop()
  expect(await endless.ended).toEqual({ state: 'stopped' })
  other.script.stop()
  expect(await other.script.ended).toEqual({ state: 'stopped' })
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
