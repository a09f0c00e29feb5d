import { setTimeout as delay } from 'node:timers/promises'
import { consoleSocketPath } from '@fleetdeck/contract/console-socket'
import { deviceMonitor } from '@fleetdeck/contract/device-monitor'
import { browserProtocol, tokenProtocolPrefix } from '@fleetdeck/contract/device-socket'
import { changedPassword, type HttpClient, signIn } from '@fleetdeck/testing/server/http-client'
import { type ServerProcess, startServer } from '@fleetdeck/testing/server/server-process'
import { WebSocket } from 'ws'
import { type LightFleet, startLightFleet } from '../apps/agent/src/light-phones.ts'
import { openDb } from '../apps/server/src/platform/db/open-db.ts'
import { onBothDatabases, serverSettings, type Where } from './databases.ts'
import { enrolPhones } from './enrolled-phones.ts'
import { inMs, printRows, quantile, readCpuTime, readMemory } from './figures.ts'
import { fillSite } from './filled-site.ts'

const count = 15_000
const watched = 10_000
const measuredMs = 30_000
const patienceMs = 180_000
const port = 18_473

export const benchFleet = () => onBothDatabases(measure)

/** Phones that have already enrolled. */
async function fill(where: Where): Promise<string[]> {
  await fillSite(where, { devices: count, groups: 50 })
  const open = await openDb(where)
  const tokens = await enrolPhones(open.db, count)
  await open.close()
  return tokens
}

/** The monitor's socket: delay between the phone's report and the state, in ms. */
async function watch(server: ServerProcess, admin: HttpClient): Promise<{ delays: number[]; close(): void }> {
  const query = { pageSize: watched }
  const { list } = await admin.call(deviceMonitor.list, { query })
  const address = `${server.address.replace(/^http/, 'ws')}${consoleSocketPath}`
  const socket = new WebSocket(address, [browserProtocol, `${tokenProtocolPrefix}${admin.token}`], {
    origin: server.address,
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const delays: number[] = []
  socket.on('message', (data: Buffer) => {
    const event = JSON.parse(data.toString())
    if (event.action === 'ping') socket.send('{"action":"pong"}')
    if (event.action !== 'deviceStates') return
    for (const { runtime } of event.states) delays.push(Date.now() - Date.parse(runtime.lastSeenAt))
  })
  socket.send(JSON.stringify({ action: 'watchDevices', ids: list.map((device) => device.id) }))
  return { delays, close: () => socket.close() }
}

async function allConnected(fleet: LightFleet): Promise<number> {
  const began = performance.now()
  while (fleet.connected() < count && performance.now() - began < patienceMs) await delay(100)
  return performance.now() - began
}

async function measure(name: string, where: Where): Promise<void> {
  console.log(`Filling ${name} with ${count} phones …`)
  const tokens = await fill(where)
  const environment = { CAPTCHA: 'off', PORT: String(port), ...serverSettings(where) }
  let server = await startServer(environment)
  await delay(5000)
  const idle = readMemory(server.pid)
  const fleet = startLightFleet({
    server: new URL(server.address),
    identities: tokens.map((token) => ({ token })),
  })
  try {
    const first = await allConnected(fleet)
    const screen = await watch(server, await signIn(server.address, changedPassword))
    await delay(5000)
    screen.delays.length = 0
    const busy = readCpuTime(server.pid)
    await delay(measuredMs)
    const load = (readCpuTime(server.pid) - busy) / measuredMs
    const perPhone = (readMemory(server.pid) - idle) / count
    screen.close()
    const before = fleet.registrations()
    await server.stop()
    const began = performance.now()
    server = await startServer(environment)
    await allConnected(fleet)
    const back = performance.now() - began
    printRows(
      [`${name}, ${count} phones, a heartbeat each 10 s`, 'figure', 'goal'],
      [
        ['all connected at first, s', (first / 1000).toFixed(1), ''],
        ['memory above idle, KB a phone', perPhone.toFixed(1), '40'],
        ['processor, % of one core', (load * 100).toFixed(0), '50'],
        ['heartbeat to console p50, ms', inMs(quantile(screen.delays, 0.5)), ''],
        ['heartbeat to console p99, ms', inMs(quantile(screen.delays, 0.99)), '500'],
        ['states told in the time', String(screen.delays.length), ''],
        ['all back after a restart, s', (back / 1000).toFixed(1), '60'],
        ['connected after it', String(fleet.connected()), String(count)],
        ['registrations after it', String(fleet.registrations() - before), String(count)],
      ],
    )
  } finally {
    await fleet.stop()
    await server.stop()
  }
}
