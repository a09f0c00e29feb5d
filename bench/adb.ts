import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { FakeServer, type FakeSocket } from '@fleetdeck/testing/phones/fake-server'
import { hasFfmpeg } from '@fleetdeck/testing/phones/h264'
import { hasAdb, RealAdb } from '@fleetdeck/testing/phones/real-adb'
import { temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { Adb } from '@yume-chan/adb'
import { AdbConnector } from '../apps/agent/src/drivers/adb/connector.ts'
import { ScrcpyServer } from '../apps/agent/src/drivers/adb/scrcpy/scrcpy-server.ts'
import { readScrcpyStream } from '../apps/agent/src/drivers/adb/scrcpy/stream-reader.ts'
import { ServerTransport } from '../apps/agent/src/drivers/adb/server-transport.ts'
import { AdbShell } from '../apps/agent/src/drivers/adb/shell.ts'
import { adbTexts } from '../apps/agent/src/drivers/adb/texts.ts'
import { startAgent } from '../e2e/helpers/phones.ts'
import { readStamp } from './adb/stamps.ts'
import { listen, watch } from './adb/watch.ts'
import {
  inMs,
  median,
  preciseNow,
  printRows,
  processesOf,
  quantile,
  readCpuTime,
  readMemory,
  readSharedMemory,
} from './figures.ts'

/** A fraction of the phones may be requested: `npm run bench -- adb 0.25`. */
const scale = Number(process.argv[3] ?? 1)
const count = Math.max(1, Math.round(48 * scale))
const live = Math.min(count, 4)
const seconds = Number(process.env.SECONDS ?? 12)
const settleMs = 5000
const heartbeatSeconds = 10

/** The agent with fake phones behind the real adb server: the cost of an idle phone, and its effect on video. */
export async function benchAdb(): Promise<void> {
  if (!hasAdb || !hasFfmpeg) return console.log('Needs adb and ffmpeg: see scripts/system-packages.')
  const folder = await temporaryFolder()
  const scrcpyFile = path.join(folder.path, 'scrcpy-server')
  await writeFile(scrcpyFile, 'the fake phones know what it does')
  const adb = await RealAdb.start()
  const server = await FakeServer.start()
  const more = ['--scrcpy', scrcpyFile]
  const agent = await startAgent({ server: server.url.href, key: server.key, adbPort: adb.port, more })
  let fakes: ChildProcess | undefined
  try {
    await pause(settleMs)
    const alone = readSharedMemory(processesOf(agent.pid))
    fakes = await connectPhones(adb)
    const sockets = await Promise.all(Array.from({ length: count }, () => server.phone(heartbeatSeconds)))
    await measureIdle(agent.pid, alone)
    const again = await measureRestart(agent.pid, sockets, server)
    await measureVideo(agent.pid, again.slice(0, live), await directly(adb, scrcpyFile))
  } finally {
    await agent.stop()
    fakes?.kill()
    await adb.stop()
    await server.stop()
    await folder.remove()
  }
}

async function connectPhones(adb: RealAdb): Promise<ChildProcess> {
  const program = path.resolve(import.meta.dirname, 'adb/fake-phones.ts')
  const fakes = spawn(process.execPath, [program, String(count)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(fakes.stdout as NonNullable<typeof fakes.stdout>, 'data')
  const addresses: string[] = JSON.parse(String(line))
  await Promise.all(addresses.map((address) => adb.request(`host:connect:${address}`)))
  return fakes
}

async function measureIdle(pid: number, aloneKb: number): Promise<void> {
  await pause(settleMs)
  const pids = processesOf(pid)
  const busy = cpuTime(pids)
  await pause(seconds * 1000)
  const load = (cpuTime(pids) - busy) / (seconds * 1000)
  const memory = readSharedMemory(pids)
  const resident = pids.map(readMemory).reduce((sum, kb) => sum + kb, 0)
  printRows(
    [`${count} idle phones, a heartbeat each ${heartbeatSeconds} s, ${seconds} s`, 'figure', 'goal'],
    [
      ['processes', String(pids.length), ''],
      ['memory of the agent without a phone, MB', (aloneKb / 1024).toFixed(0), ''],
      ['with all of them, MB', (memory / 1024).toFixed(0), ''],
      ['the same with shared memory in each process, MB', (resident / 1024).toFixed(0), ''],
      ['all of it, MB a phone', (memory / 1024 / count).toFixed(2), '10'],
      ['processor, % of a core a phone', ((load * 100) / count).toFixed(2), '0.3'],
    ],
  )
}

const cpuTime = (pids: readonly number[]) => pids.map(readCpuTime).reduce((sum, ms) => sum + ms, 0)

/** Kills the process with the most phones; returns the sockets that are open then. */
async function measureRestart(pid: number, sockets: FakeSocket[], server: FakeServer): Promise<FakeSocket[]> {
  const [child = 0] = processesOf(pid).slice(1)
  const isOpen = (socket: FakeSocket) => socket.socket.readyState === socket.socket.OPEN
  const startedAt = performance.now()
  process.kill(child, 'SIGKILL')
  const first = await server.phone(heartbeatSeconds)
  const firstMs = performance.now() - startedAt
  const lost = sockets.filter((socket) => !isOpen(socket))
  const others = Array.from({ length: lost.length - 1 }, () => server.phone(heartbeatSeconds))
  const again = [first, ...(await Promise.all(others))]
  const allMs = performance.now() - startedAt
  printRows(
    [`a process with ${lost.length} of ${count} phones is killed`, 'figure', 'goal'],
    [
      ['the first phone is back after, ms', inMs(firstMs), ''],
      ['all of them, ms', inMs(allMs), '3000'],
    ],
  )
  return [...sockets.filter(isOpen), ...again]
}

/** Age of the frames as they leave the adb server, without an agent. */
async function directly(adb: RealAdb, scrcpyFile: string): Promise<number[]> {
  const [{ serial = '', transportId = '' } = {}] = await adb.devices()
  const connector = new AdbConnector({ host: '127.0.0.1', port: adb.port })
  const shell = new AdbShell(
    new Adb(await ServerTransport.open(connector, serial, BigInt(transportId))),
    adbTexts.en,
  )
  const ages: number[] = []
  try {
    const scrcpy = new ScrcpyServer(shell, scrcpyFile, adbTexts.en)
    const session = await scrcpy.start({ streams: { video: true }, onLine: () => {} })
    const { video, wire } = session
    if (!video) throw new Error('the fake phone gave no video')
    const read = async () => {
      for await (const packet of readScrcpyStream(video, { kind: 'video', wire })) {
        const stamp = packet.type === 'frame' ? readStamp(packet.data) : undefined
        if (stamp !== undefined) ages.push(preciseNow() - stamp)
      }
    }
    const reading = read()
    await pause(settleMs)
    await session.close()
    await reading.catch(() => undefined)
  } finally {
    await shell.close()
  }
  return ages
}

async function measureVideo(pid: number, sockets: FakeSocket[], direct: number[]): Promise<void> {
  const ages: number[] = []
  let sounds = 0
  const received = { seen: (age: number) => ages.push(age), heard: () => sounds++ }
  const viewers = await Promise.all(sockets.map((socket) => watch(socket, received)))
  const silent = await loadOf(pid, ages)
  const perSecond = ages.length / seconds / sockets.length
  const [middle, slow] = [median(ages), quantile(ages, 0.95)]
  await Promise.all(sockets.map(listen))
  const before = sounds
  const audible = await loadOf(pid, ages)
  const heardPerSecond = (sounds - before) / (seconds + settleMs / 1000) / sockets.length
  await Promise.all(viewers.map((viewer) => viewer.close()))
  const share = slow - quantile(direct, 0.95)
  const ofPhone = (load: number) => ((load * 100) / sockets.length).toFixed(1)
  printRows(
    [`${sockets.length} phones seen at 720×1280, 30 pictures/s, by scrcpy, ${seconds} s`, 'figure', 'goal'],
    [
      ['pictures/s of each viewer', perSecond.toFixed(1), '30'],
      [
        'age at the adb server p50 / p95, ms',
        `${inMs(median(direct))} / ${inMs(quantile(direct, 0.95))}`,
        '',
      ],
      ['age at the viewer p50 / p95, ms', `${inMs(middle)} / ${inMs(slow)}`, ''],
      ['agent and WebRTC, difference of p95, ms', inMs(share), '10'],
      ['processor, % of a core a phone', ofPhone(silent), ''],
      ['packets of sound/s of each listener', heardPerSecond.toFixed(1), '50'],
      ['processor with sound, % of a core a phone', ofPhone(audible), ''],
      ['ratio', (audible / silent).toFixed(2), ''],
    ],
  )
}

/** As a share of a core, with the ages of the frames in that time. */
async function loadOf(pid: number, ages: number[]): Promise<number> {
  await pause(settleMs)
  ages.length = 0
  const pids = processesOf(pid)
  const busy = cpuTime(pids)
  await pause(seconds * 1000)
  return (cpuTime(pids) - busy) / (seconds * 1000)
}
