import { randomBytes } from 'node:crypto'
import { DeviceId } from '@fleetdeck/contract/ids'
import type { LogLine } from '@fleetdeck/contract/log-socket'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type HubFixture, startHub } from '../testing/hub-fixture.ts'
import type { Peer } from '../testing/peer.ts'
import { LogBuffer } from './log-buffer.ts'

let fixture: HubFixture
let phone: Peer
beforeEach(async () => {
  fixture = await startHub()
  phone = await fixture.phone('A1')
})
afterEach(async () => {
  await fixture.stop()
  expect(fixture.errors).toEqual([])
})

async function log(...messages: string[]): Promise<void> {
  for (const msg of messages) phone.send({ action: 'log', level: 'warn', msg, time: 1 })
  await phone.settled()
}
const listTexts = (message: Record<string, unknown>) => (message.lines as LogLine[]).map(({ msg }) => msg)

test('an open log shows the stored lines, then new ones, without duplicates', async () => {
  await log('one', 'two')
  const viewer = await fixture.openLog('ann', 'A1')
  expect(listTexts(await viewer.next('lines'))).toEqual(['one', 'two'])
  await log('three')
  const live = await viewer.next('lines')
  expect(live.lines).toMatchObject([{ level: 'warn', msg: 'three' }])
  const all = viewer.messages.seen.flatMap((message) =>
    message.action === 'lines' ? listTexts(message) : [],
  )
  expect(all).toEqual(['one', 'two', 'three'])
})

test('lines have the time when the server received them', async () => {
  const before = Date.now()
  await log('now')
  const viewer = await fixture.openLog('ann', 'A1')
  const [line] = (await viewer.next('lines')).lines as LogLine[]
  expect(line?.time).toBeGreaterThanOrEqual(before)
})

test('a line has the time when it was written, if the phone says so and the time is possible', async () => {
  const now = Date.now()
  const day = 86_400_000
  const times = [now - 6 * day, now - 8 * day, now + day]
  for (const at of times) phone.send({ action: 'log', msg: 'x', time: 1, at })
  await phone.settled()
  const viewer = await fixture.openLog('ann', 'A1')
  const lines = (await viewer.next('lines')).lines as LogLine[]
  expect(lines.filter(({ time }) => Math.abs(time - now) > 60_000).map(({ time }) => time)).toEqual([
    times[0],
  ])
  expect(lines).toHaveLength(3)
})

test('a line that is sent again is shown once', async () => {
  const at = Date.now() - 1000
  const line = (n: number) => ({ action: 'log', msg: `${n}`, time: 1, at: at + n }) as const
  for (const n of [1, 2]) phone.send(line(n))
  await phone.settled()
  await phone.vanish()
  phone = await fixture.phone('A1')
  for (const n of [1, 2, 3]) phone.send({ ...line(n), again: true })
  await phone.settled()
  const viewer = await fixture.openLog('ann', 'A1')
  expect(listTexts(await viewer.next('lines'))).toEqual(['1', '2', '3'])
})

test('the last thousand lines are stored, even after the phone has disconnected', async () => {
  for (let line = 1; line <= 900; line++) phone.send({ action: 'log', msg: `${line}`, time: 1 })
  await phone.settled()
  await phone.vanish()
  phone = await fixture.phone('A1')
  for (let line = 901; line <= 1200; line++) phone.send({ action: 'log', msg: `${line}`, time: 1 })
  await phone.settled()
  await phone.vanish()
  const viewer = await fixture.openLog('ann', 'A1')
  const lines = listTexts(await viewer.next('lines'))
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([1000, '201', '1200'])
})

test('the log of one phone does not appear in that of another', async () => {
  const other = await fixture.openLog('ann', 'A2')
  const own = await fixture.openLog('ann', 'A1')
  await log('private')
  await own.next('lines')
  await other.settled()
  expect(other.messages.seen.map(({ action }) => action)).not.toContain('lines')
})

test('when the limit is reached, the phones without new lines for longest lose their oldest lines', () => {
  const kept = new LogBuffer(40_000)
  const [quiet, talking] = [DeviceId.parse(1), DeviceId.parse(2)]
  const write = (deviceId: DeviceId, line: number) =>
    kept.add(deviceId, { level: 'info', msg: randomBytes(30).toString('hex'), time: line })
  for (let line = 0; line < 256; line++) write(quiet, line)
  expect(kept.of(quiet)).toHaveLength(256)
  for (let line = 0; line < 1000 && kept.of(quiet).length === 256; line++) write(talking, line)
  expect(kept.of(quiet).map(({ time }) => time)).toEqual(Array.from({ length: 128 }, (_, line) => 128 + line))
  for (let line = 0; line < 1000; line++)
    for (let other = 3; other < 9; other++) write(DeviceId.parse(other), line)
  expect(kept.of(quiet).length).toBe(0)
  expect(kept.of(DeviceId.parse(8)).at(-1)?.time).toBe(999)
})

test('stored lines are those that were written, however long or strange', () => {
  const kept = new LogBuffer(10_000_000)
  const device = DeviceId.parse(1)
  const words = ['', '雷'.repeat(20_000), '"\n\u0000', '😀', 'a'.repeat(70_000)]
  const lines = Array.from({ length: 100 }, (_, n) => ({
    level: n % 2 ? ('error' as const) : ('info' as const),
    msg: words[n % words.length] ?? '',
    time: 1_700_000_000_000 + n * 1000 - (n % 3) * 5000,
  }))
  for (const line of lines) kept.add(device, line)
  expect(kept.of(device)).toEqual(lines)
})
