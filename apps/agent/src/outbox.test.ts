import { existsSync, statSync } from 'node:fs'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandState, LogReport, PhoneFrame, TaskState } from '@fleetdeck/contract/phone-socket'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DeviceLog } from './capabilities/log.ts'
import { Outbox } from './outbox.ts'
import { TryLater } from './try-again.ts'

let folder: string
let file: string
let isConnected: boolean
let frames: PhoneFrame[]
let errors: object[]
let failure: Error | undefined
let stopping: AbortController
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outbox-'))
  file = join(folder, 'deep', 'outbox.jsonl')
  isConnected = false
  frames = []
  errors = []
  failure = undefined
  stopping = new AbortController()
})
afterEach(async () => {
  stopping.abort()
  await rm(folder, { recursive: true })
})

function open() {
  return new Outbox({
    file,
    uplink: { send: (frame) => isConnected && frames.push(frame) > 0, sendPicture: () => false },
    reportError: async (error) => {
      if (failure) throw failure
      errors.push(error)
    },
    notice: () => undefined,
    signal: stopping.signal,
  })
}
const line = (msg: string, at = 1): LogReport => ({ action: 'log', level: 'info', msg, time: at, at })
const end = (runId: string): TaskState => ({
  action: 'taskState',
  runId,
  state: 'succeeded',
  paused: false,
  msg: '',
})
const texts = () => frames.flatMap((frame) => (frame.action === 'log' ? frame.msg : []))
const connect = (outbox: Outbox) => {
  isConnected = true
  outbox.deliver()
}
const confirmed = Number.POSITIVE_INFINITY

test('reports without a connection are sent later, in their order and with their own time', () => {
  const outbox = open()
  outbox.send(line('one', 1))
  outbox.send(end('run-1'))
  outbox.send(line('two', 2))
  connect(outbox)
  outbox.send(line('three', 3))
  expect(frames).toEqual([line('one', 1), end('run-1'), line('two', 2), line('three', 3)])
  expect(outbox.ends).toEqual([end('run-1')])
  outbox.confirm(confirmed)
  expect(outbox.ends).toEqual([])
  expect(existsSync(file)).toBe(false)
})

test('what waits survives the end of the program, even if its last line was not written completely', async () => {
  failure = new TryLater('busy')
  const first = open()
  first.send(line('one'))
  first.send({ ...end('run-1'), state: 'running' })
  first.send(end('run-2'))
  first.reportError({ requestId: 'e', content: 'Error: sold out' })
  await appendFile(file, '{"frame":{"act')
  failure = undefined
  const second = open()
  expect(second.ends).toEqual([end('run-2')])
  connect(second)
  expect(frames).toEqual([{ ...line('one'), again: true }, end('run-2')])
  await expect.poll(() => errors).toEqual([{ requestId: 'e', content: 'Error: sold out' }])
})

test('states of commands overtake a backlog of lines, and only the last one of each waits', () => {
  const state = (value: CommandState['state']): CommandState => ({
    ...{ action: 'commandState', cmdSubId: 'c', state: value, msg: '' },
  })
  const outbox = open()
  for (let n = 1; n <= 500; n += 1) outbox.send(line(`${n}`))
  connect(outbox)
  outbox.send(state('acknowledged'))
  expect(frames.at(-1)).toEqual(state('acknowledged'))
  outbox.lost()
  isConnected = false
  outbox.send(state('running'))
  isConnected = true
  outbox.send(state('succeeded'))
  expect(outbox.commandEnds).toEqual([state('succeeded')])
  frames = []
  outbox.deliver()
  outbox.confirm(confirmed)
  outbox.confirm(confirmed)
  const states = frames.flatMap((frame) => (frame.action === 'commandState' ? frame.state : []))
  expect(states).toEqual(['succeeded'])
})

test('what was sent shortly before a connection was lost is sent again, marked as such', () => {
  isConnected = true
  const outbox = open()
  outbox.send(line('one'))
  outbox.confirm(confirmed)
  outbox.send(line('two'))
  outbox.send(end('run-1'))
  outbox.lost()
  isConnected = false
  outbox.send(line('three'))
  frames = []
  connect(outbox)
  expect(frames).toEqual([{ ...line('two'), again: true }, end('run-1'), line('three')])
})

test('a long backlog is sent in parts that the server accepts, and new lines follow it', () => {
  const outbox = open()
  for (let n = 1; n <= 1000; n += 1) outbox.send(line(`${n}`))
  connect(outbox)
  outbox.send(line('new'))
  expect(texts()).toHaveLength(400)
  outbox.confirm(confirmed)
  outbox.confirm(confirmed)
  expect(texts()).toHaveLength(1001)
  expect(texts().at(-1)).toBe('new')
})

test('too many lines drop the oldest ones, and no end of a run', () => {
  const outbox = open()
  outbox.send(end('run-1'))
  for (let n = 1; n <= 11_000; n += 1) outbox.send(line(`${n}`))
  connect(open())
  expect(frames[0]).toEqual(end('run-1'))
  expect(texts()[0]).toBe('6002')
})

test('an error is reported until the server has it, and dropped when the server refuses it', async () => {
  failure = new TryLater('busy')
  const outbox = open()
  outbox.reportError({ requestId: 'a' })
  failure = undefined
  await expect.poll(() => errors).toEqual([{ requestId: 'a' }])
  failure = new Error('not assigned')
  outbox.reportError({ requestId: 'b' })
  await expect.poll(() => existsSync(file)).toBe(false)
  failure = undefined
  outbox.reportError({ requestId: 'c' })
  await expect.poll(() => errors).toEqual([{ requestId: 'a' }, { requestId: 'c' }])
})

const evidence = (bytes: number) => ({
  screenshot: { jpeg: 'A'.repeat(bytes), screenWidth: 1, screenHeight: 1 },
  elements: { list: [], cut: false },
  lines: [],
  blurred: false,
})

test('evidence waits on disk up to a limit; then the oldest is dropped, and no error', async () => {
  failure = new TryLater('busy')
  const first = open()
  for (let n = 1; n <= 30; n += 1) first.reportError({ requestId: String(n), evidence: evidence(200_000) })
  expect(statSync(file).size).toBeLessThan(4_100_000)
  failure = undefined
  connect(open())
  await expect.poll(() => errors).toHaveLength(30)
  const reported = errors as { requestId: string; evidence: { screenshot: object } }[]
  expect(reported[0]?.evidence.screenshot).toEqual({ missing: 'dropped', msg: '' })
  expect(reported[29]?.evidence).toEqual(evidence(200_000))
})

test('an error whose evidence is refused is reported without it', async () => {
  failure = new Error('HTTP 413')
  const sent: object[] = []
  const small = new Outbox({
    ...{ file, notice: () => undefined, signal: stopping.signal },
    uplink: { send: () => true, sendPicture: () => false },
    reportError: async (error) => {
      if (error.evidence) throw failure
      sent.push(error)
    },
  })
  small.reportError({ requestId: 'a', evidence: evidence(8) })
  await expect.poll(() => sent).toEqual([{ requestId: 'a' }])
})

test('an error whose answer was lost with the connection is reported again at the next one', async () => {
  const attempts: number[] = []
  const outbox = new Outbox({
    ...{ file, notice: () => undefined, signal: stopping.signal },
    uplink: { send: () => true, sendPicture: () => false },
    reportError: async (_, signal) => {
      if (attempts.push(1) > 1) return
      await new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      )
    },
  })
  outbox.reportError({ requestId: 'a' })
  await expect.poll(() => attempts).toHaveLength(1)
  outbox.deliver()
  await expect.poll(() => attempts).toHaveLength(2)
  await expect.poll(() => existsSync(file)).toBe(false)
})

test('each line has a time of its own, by the site’s clock', () => {
  isConnected = true
  const log = new DeviceLog(open(), () => 1000)
  for (const msg of ['a', 'b', 'x'.repeat(9000)]) log.write('info', msg, 'run-1')
  expect(frames).toMatchObject([
    { msg: 'a', at: 1000, runId: 'run-1' },
    { msg: 'b', at: 1001 },
    { msg: 'x'.repeat(8000), at: 1002 },
  ])
})
