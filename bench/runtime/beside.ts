import { type ChildProcess, fork, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { availableParallelism, constants, setPriority } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { FakeServer, type FakeSocket } from '@fleetdeck/testing/phones/fake-server'
import { RealAdb } from '@fleetdeck/testing/phones/real-adb'
import { temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { pictureCases } from '../../apps/agent/src/vision/testing/picture-cases.ts'
import { startAgent } from '../../e2e/helpers/phones.ts'
import { watch } from '../adb/watch.ts'
import {
  inMs,
  median,
  preciseNow,
  printRows,
  processesOf,
  quantile,
  readCpuTime,
  readMemory,
} from '../figures.ts'
import type { Arrivals } from './tapped-phones.ts'

const searching = 50
const others = 10
const watched = 4
const seconds = 30
const settleMs = 5000
const tapEveryMs = 50
/** Taps differ in x, which is the pixel at which they arrive. */
const screenWidth = 1080
const heartbeatSeconds = 1
const seldomSeconds = 600
/** The agent's connections end without news of the server. */
const newsMs = 5000

/** Milliseconds that something took, unless said otherwise. */
interface Figures {
  heartbeats: number[]
  frames: number[]
  taps: number[]
  /** Of all phones in a second. */
  searches: number
  /** Of one core, in percent. */
  agentCpu: number
  agentMegabytes: number
}

/** What other phones of the agent notice of scripts that search for pictures all the time. */
export async function benchBeside(): Promise<void> {
  const folder = await temporaryFolder()
  const scrcpyFile = path.join(folder.path, 'scrcpy-server')
  await writeFile(scrcpyFile, 'the fake phones know what it does')
  const { screenshot, script } = await searchScript()
  const screenshotFile = path.join(folder.path, 'screen.png')
  await writeFile(screenshotFile, screenshot)
  const adb = await RealAdb.start()
  const server = await FakeServer.start()
  const more = ['--scrcpy', scrcpyFile]
  // In a process each, because real phones do not wait for each other.
  const other = await startFakes(others, screenshotFile)
  const searched = await startFakes(searching, screenshotFile)
  // Real phones make their screenshots on processors of their own.
  lowerPriorityOf(searched.process)
  const agent = await startAgent({ server: server.url.href, key: server.key, adbPort: adb.port, more })
  const sockets: FakeSocket[] = []
  const news = setInterval(() => {
    for (const { socket } of sockets) socket.ping()
  }, newsMs)
  try {
    const plugIn = async ({ addresses }: Fakes, heartbeat: number) => {
      await Promise.all(addresses.map((address) => adb.request(`host:connect:${address}`)))
      for (const _ of addresses) sockets.push(await server.phone(heartbeat))
    }
    await plugIn(other, heartbeatSeconds)
    await plugIn(searched, seldomSeconds)
    const phones = sockets.slice(0, others)
    const heartbeats: number[] = []
    for (const phone of phones) followHeartbeats(phone, heartbeats)
    const frames: number[] = []
    const viewers = await Promise.all(
      phones
        .slice(0, watched)
        .map((socket) => watch(socket, { seen: (age) => frames.push(age), heard: () => {} })),
    )
    const fakes = [other.process, searched.process]
    const parts = { phones, fakes, heartbeats, frames, agentId: agent.pid }
    const alone = await measure(parts)
    const control = await besideLoops(() => measure(parts))
    server.files.set('/search.js', script)
    for (const [at, socket] of sockets.slice(others).entries()) socket.send(order(script, at))
    const beside = await measure(parts)
    await Promise.all(viewers.map((viewer) => viewer.close()))
    print({ alone, control, beside })
  } finally {
    clearInterval(news)
    await agent.stop()
    for (const { process } of [other, searched]) process.kill()
    await adb.stop()
    await server.stop()
    await folder.remove()
  }
}

/** A screen of 1080 × 2400, and a script that looks for something that it does not show. */
async function searchScript(): Promise<{ screenshot: Buffer; script: Buffer }> {
  for await (const { expected, screen, picture, pictureScreenWidth } of pictureCases({ share: 0.1 })) {
    if (expected || screen.width !== screenWidth) continue
    const search = `device.findPicture('${picture}', { screenWidth: ${pictureScreenWidth} })`
    return { screenshot: screen.toBuffer('image/png'), script: Buffer.from(`for (;;) ${search}`) }
  }
  throw new Error('no screen')
}

const order = (script: Buffer, at: number) => ({
  action: 'task' as const,
  ...{ runId: `run-${at}`, taskId: 1, taskName: 'Search', sort: 0, execType: 1, round: 1 },
  ...{ scriptId: 1, scriptName: 'search.js', scriptUrl: '/search.js', scriptVersion: '1' },
  cacheScript: 0 as const,
  scriptMd5: createHash('md5').update(script).digest('hex'),
  valueJson: {},
  limits: { timeoutSeconds: 600, memoryMegabytes: 64, stackKilobytes: 512 },
})

/** How long each of a phone's heartbeats was under way, from its report time. */
function followHeartbeats({ socket }: FakeSocket, ages: number[]): void {
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) return
    const frame = JSON.parse(data.toString())
    if (frame.action === 'heartbeat') ages.push(preciseNow() - frame.reportTime)
  })
}

interface Parts {
  phones: FakeSocket[]
  fakes: ChildProcess[]
  /** Both grow while the agent runs. */
  heartbeats: number[]
  frames: number[]
  agentId: number
}

async function measure({ phones, fakes, heartbeats, frames, agentId }: Parts): Promise<Figures> {
  await pause(settleMs)
  await arrivals(fakes)
  heartbeats.length = 0
  frames.length = 0
  const [from, cpu] = [performance.now(), sum(agentId, readCpuTime)]
  const called = await tap(phones.slice(0, watched), from + seconds * 1000)
  const tookSeconds = (performance.now() - from) / 1000
  const agentCpu = (sum(agentId, readCpuTime) - cpu) / tookSeconds / 10
  const figures = { heartbeats: [...heartbeats], frames: [...frames] }
  const { touches, lines } = await arrivals(fakes)
  const taps = touches.flat().flatMap(({ x, at }) => {
    const time = called.get(x)
    called.delete(x)
    return time === undefined ? [] : [at - time]
  })
  const searches = lines.flat().filter((line) => line.startsWith('screencap')).length / tookSeconds
  return { ...figures, taps, searches, agentCpu, agentMegabytes: sum(agentId, readMemory) / 1024 }
}

function lowerPriorityOf({ pid = 0 }: ChildProcess): void {
  for (const thread of readdirSync(`/proc/${pid}/task`))
    setPriority(Number(thread), constants.priority.PRIORITY_LOW)
}

/** Over the agent and the processes that it has started. */
const sum = (agentId: number, read: (pid: number) => number) =>
  processesOf(agentId).reduce((all, pid) => all + read(pid), 0)

/** When each was sent, by its x. */
async function tap(phones: FakeSocket[], until: number): Promise<Map<number, number>> {
  const called = new Map<number, number>()
  for (let x = 1; x < screenWidth && performance.now() < until; x += 1) {
    const place = { x: (x + 0.5) / screenWidth, y: 0.5 }
    called.set(x, preciseNow())
    const socket = phones[x % phones.length]
    socket?.send({ action: 'canvas_action', action_type: 'touchDown', ...place })
    socket?.send({ action: 'canvas_action', action_type: 'touchUp', ...place })
    await pause(tapEveryMs)
  }
  await pause(1000)
  return called
}

/** A control: processes that have nothing to do with the phones keep all processors busy, at the looks' priority. */
async function besideLoops(work: () => Promise<Figures>): Promise<Figures> {
  const code = `require('node:os').setPriority(${constants.priority.PRIORITY_BELOW_NORMAL}); for (;;);`
  const loops = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', code]))
  try {
    return await work()
  } finally {
    for (const loop of loops) loop.kill('SIGKILL')
  }
}

function print({ alone, control, beside }: Record<'alone' | 'control' | 'beside', Figures>): void {
  const spread = (delays: number[]) => `${inMs(median(delays))} / ${inMs(quantile(delays, 0.99))}`
  const ratio = (delays: number[], others: number[]) =>
    (quantile(delays, 0.99) / quantile(others, 0.99)).toFixed(2)
  const row = (name: string, of: (figures: Figures) => number[]) => [
    name,
    spread(of(alone)),
    spread(of(control)),
    spread(of(beside)),
    ratio(of(beside), of(alone)),
    ratio(of(beside), of(control)),
    '1.2',
  ]
  const count = (name: string, of: (figures: Figures) => number) => [
    name,
    of(alone).toFixed(1),
    of(control).toFixed(1),
    of(beside).toFixed(1),
    '',
    '',
    '',
  ]
  printRows(
    [
      `other phones beside ${searching} searching scripts, p50 / p99`,
      'alone',
      'beside loops',
      'beside scripts',
      'p99 / alone',
      'p99 / loops',
      'goal',
    ],
    [
      row('a heartbeat on its way, ms', ({ heartbeats }) => heartbeats),
      row('age of a frame at its viewer, ms', ({ frames }) => frames),
      row('a tap to the phone, ms', ({ taps }) => taps),
      count(
        'heartbeats of a phone in a minute',
        ({ heartbeats }) => (heartbeats.length * 60) / others / (seconds + 1),
      ),
      count('searches a second', ({ searches }) => searches),
      count('agent, % of a core', ({ agentCpu }) => agentCpu),
      count('agent, MB', ({ agentMegabytes }) => agentMegabytes),
    ],
  )
}

async function arrivals(fakes: ChildProcess[]): Promise<Arrivals> {
  const sent = await Promise.all(
    fakes.map(async (process) => {
      const answer = once(process, 'message')
      process.send('report')
      const [one] = (await answer) as [Arrivals]
      return one
    }),
  )
  return { touches: sent.flatMap(({ touches }) => touches), lines: sent.flatMap(({ lines }) => lines) }
}

interface Fakes {
  process: ChildProcess
  addresses: string[]
}

async function startFakes(count: number, screenshotFile: string): Promise<Fakes> {
  const file = path.resolve(import.meta.dirname, 'tapped-phones.ts')
  const process = fork(file, [String(count), screenshotFile])
  const [addresses] = (await once(process, 'message')) as [string[]]
  return { process, addresses }
}
