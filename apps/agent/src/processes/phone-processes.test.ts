import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { androidScript } from '@fleetdeck/testing/phones/android-script'
import { FakePhone } from '@fleetdeck/testing/phones/fake-phone'
import { FakeServer, type FakeSocket } from '@fleetdeck/testing/phones/fake-server'
import { hasAdb, RealAdb } from '@fleetdeck/testing/phones/real-adb'
import { FaultProxy } from '@fleetdeck/testing/server/fault-proxy'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { RealPhones } from '../real-phones.ts'
import { PhoneProcesses, type ProcessesSettings } from './phone-processes.ts'

const poison = 'this-ends-a-process'
/** What no part of the agent expects: an endless loop, memory that grows, and an answer that ends the process. */
const faults = `
  import { writeSync } from 'node:fs'
  import { Socket } from 'node:net'
  const kept = []
  process.on('SIGUSR2', () => { writeSync(1, 'blocked\\n'); for (;;); })
  process.on('SIGWINCH', () => { for (;;) kept.push(new Array(100_000).fill({ n: kept.length })) })
  process.on('SIGCONT', () => { kept.push(Buffer.alloc(400 * 2 ** 20, 1)) })
  const { emit } = Socket.prototype
  Socket.prototype.emit = function (name, data) {
    if (name === 'data' && data.includes(${JSON.stringify(poison)})) process.kill(process.pid, 'SIGKILL')
    return emit.apply(this, arguments)
  }`
/** As long as a start of several processes on a busy computer takes. */
const timeout = 60_000

describe.skipIf(!hasAdb)('phones in several processes', { timeout }, () => {
  let server: FakeServer
  let adb: RealAdb
  let folder: string
  let phones: RealPhones | undefined
  let processes: PhoneProcesses
  let lines: string[]
  beforeEach(async () => {
    server = await FakeServer.start()
    adb = await RealAdb.start()
    folder = await mkdtemp(join(tmpdir(), 'processes-'))
    lines = []
  })
  afterEach(async () => {
    await phones?.stop()
    await adb.stop()
    await server.stop()
    await rm(folder, { recursive: true })
  })

  const address = () => `tcp:127.0.0.1:${adb.port}`
  const words = () => ['--server', server.url.href, '--key', server.key, '--state', folder, '--lang', 'en']

  async function start(
    options: Partial<ProcessesSettings>,
    settings: Partial<Parameters<typeof RealPhones.start>[0]> = {},
  ) {
    process.env.ADB_SERVER_SOCKET = address()
    onTestFinished(() => {
      delete process.env.ADB_SERVER_SOCKET
    })
    phones = await RealPhones.start(
      {
        server: server.url,
        key: server.key,
        stateDir: folder,
        language: 'en',
        adbServer: { host: '127.0.0.1', port: adb.port },
        notice: (name, level, message) => lines.push(`${name} ${level} ${message}`),
        settleMs: 5,
        ...settings,
      },
      (agentSettings, parts) => {
        processes = new PhoneProcesses(agentSettings, parts, {
          words: words(),
          size: 2,
          line: (text) => lines.push(text),
          execArgv: [`--import=data:text/javascript,${encodeURIComponent(faults)}`],
          backOff: { firstMs: 10, limitMs: 100 },
          ...options,
        })
        return processes
      },
    )
  }
  const plugIn = (serial: string, script = androidScript()) => adb.plugIn(new FakePhone(serial, script))

  /** The sockets of these phones, as they connect. */
  async function connected(count: number): Promise<Map<string, FakeSocket>> {
    const sockets = new Map<string, FakeSocket>()
    while (sockets.size < count) {
      const socket = await server.phone()
      const enrolment = server.enrolments[Number(socket.token.replace('token-', '')) - 1]
      sockets.set(enrolment?.deviceId ?? '', socket)
    }
    return sockets
  }
  async function answers(socket: FakeSocket | undefined) {
    socket?.send({ action: 'ping' })
    expect(await socket?.next('pong')).toBeDefined()
  }
  const isRunning = (pid: number | undefined) => existsSync(`/proc/${pid}`)

  test.each([
    ['is killed', 'SIGKILL', {}, 'SIGKILL'],
    ['is caught in an endless loop', 'SIGUSR2', { blockedSeconds: 3 }, 'no sign of life for 3 s'],
    ['runs out of memory', 'SIGWINCH', { heapMegabytes: 64 }, 'SIGABRT'],
    ['needs too much memory', 'SIGCONT', { rssMegabytes: 400 }, 'MB of memory'],
  ] as const)(
    'a process that %s is started again with its phones, and the others stay connected',
    async (...row) => {
      const [, signal, options, reason] = row
      const names = new Map<string, string>()
      for (const serial of ['A1', 'B2', 'C3']) names.set((await plugIn(serial)).serial, `adb-${serial}`)
      await start(options)
      const before = await connected(3)
      const [first, second] = processes.processes.map(({ pid, phones }) => ({
        pid,
        sockets: phones.map((name) => before.get(names.get(name) ?? '')),
      }))
      process.kill(first?.pid ?? 0, signal)
      await Promise.all(first?.sockets.map((socket) => socket?.closed) ?? [])
      const again = [...(await connected(2)).values()]
      const tokens = (sockets: (FakeSocket | undefined)[] = []) =>
        sockets.map((socket) => socket?.token).sort()
      expect(tokens(again)).toEqual(tokens(first?.sockets))
      expect(second?.sockets).toHaveLength(1)
      await answers(second?.sockets[0])
      expect(lines.join('\n')).toMatch(`agent error a process with 2 phones ended (`)
      expect(lines.join('\n')).toMatch(reason)
    },
  )

  test('a phone whose answer always ends its process rests alone, and the others work', async () => {
    for (const serial of ['A1', 'B2', 'C3']) await plugIn(serial)
    const script = androidScript({ getprop: `[ro.serialno]: [${poison}]\n` })
    const { serial } = await plugIn('X4', script)
    await start({ size: 4 })
    await expect.poll(() => server.unusable?.phones, { timeout }).toContainEqual({ serial, state: 'resting' })
    await expect
      .poll(() => [...(phones?.hardwareIds ?? [])].sort(), { timeout })
      .toEqual(['adb-A1', 'adb-B2', 'adb-C3'])
    expect(lines.join('\n')).toMatch(`${serial} error the process of this phone ended again and again`)
  })

  test('a resting phone is tried again when it is plugged in again', async () => {
    const phone = new FakePhone('X4', androidScript({ getprop: `[ro.serialno]: [${poison}]\n` }))
    const { serial } = await adb.plugIn(phone)
    await start({})
    await expect.poll(() => server.unusable?.phones, { timeout }).toEqual([{ serial, state: 'resting' }])
    await adb.unplug(phone)
    await plugIn('X4')
    await server.phone()
    await expect.poll(() => server.unusable?.phones).toEqual([])
  })

  test('a phone over cable and network is connected by one of two processes', async () => {
    const script = androidScript({ getprop: '[ro.serialno]: [A1]\n' })
    await plugIn('A1', script)
    await plugIn('over the network', script)
    await start({ size: 1 })
    await server.phone()
    await expect.poll(() => lines.join('\n'), { timeout }).toMatch('already connected (same device ID')
    expect(phones?.hardwareIds).toEqual(['adb-A1'])
  })

  // A phone returns within half a minute, at random.
  test('phones of all processes use another server while the nearest is away, and return without a gap', {
    timeout: 2 * timeout,
  }, async () => {
    const [near, far] = [await FaultProxy.start(server.url.href), await FaultProxy.start(server.url.href)]
    onTestFinished(async () => {
      await near.close()
      await far.close()
    })
    await far.set({ slowMs: 30 })
    for (const serial of ['A1', 'B2']) await plugIn(serial)
    const address = new URL(near.url)
    await start(
      { size: 1 },
      { server: address, otherServers: [new URL(far.url)], serversTiming: { lookMs: 100 } },
    )
    const first = [...(await connected(2)).values()]
    await near.set('refuse')
    const second = [...(await connected(2)).values()]
    expect(processes.processes.map(({ phones }) => phones.length)).toEqual([1, 1])
    await Promise.all(first.map(({ closed }) => closed))
    const gone = second.map(({ closed }) => closed)
    await near.set('pass')
    const third = [...(await connected(2)).values()]
    expect(await Promise.all(gone)).toEqual([1000, 1000])
    for (const socket of third) await answers(socket)
    await far.set('refuse')
    for (const socket of third) await answers(socket)
  })

  test('stopping ends all processes, also one that is blocked', async () => {
    await plugIn('A1')
    await plugIn('B2')
    await start({ size: 1 })
    const sockets = [...(await connected(2)).values()]
    const pids = processes.processes.map(({ pid }) => pid)
    expect(pids).toHaveLength(2)
    process.kill(pids[0] ?? 0, 'SIGUSR2')
    await expect.poll(() => lines).toContain('blocked')
    await phones?.stop()
    expect(pids.filter(isRunning)).toEqual([])
    expect((await Promise.all(sockets.map(({ closed }) => closed))).sort()).toEqual([1000, 1006])
  })

  function startAgent() {
    const agent = spawn(process.execPath, [resolve(import.meta.dirname, '../main.ts'), ...words()], {
      env: { ...process.env, ADB_SERVER_SOCKET: address() },
      stdio: 'ignore',
    })
    onTestFinished(() => {
      agent.kill('SIGKILL')
    })
    return agent
  }

  test('an agent that is killed leaves no process behind', async () => {
    await plugIn('A1')
    const agent = startAgent()
    const socket = await server.phone()
    agent.kill('SIGKILL')
    await once(agent, 'exit')
    expect(await socket.closed).toBe(1000)
  })

  test('an agent that the console restarts keeps its process id, and its phones come back', async () => {
    await plugIn('A1')
    const agent = startAgent()
    const phone = await server.phone()
    const computer = await server.computers.take()
    const { report } = await computer.next('report')
    expect(report.processes[0]?.pid).toBe(agent.pid)
    computer.send({ action: 'command', id: '1', command: { type: 'restartAgent' } })
    await computer.next('commandDone')
    expect(await phone.closed).toBe(1000)
    expect((await server.phone()).token).toBe(phone.token)
    const again = await (await server.computers.take()).next('report')
    expect(again.report.processes[0]).toMatchObject({ pid: agent.pid, kind: 'parent' })
    expect(agent.exitCode).toBeNull()
  })
})
