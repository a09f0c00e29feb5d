import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DeviceId, RecordingId } from '@fleetdeck/contract/ids'
import { regions } from '@fleetdeck/contract/regions'
import { serviceMonitor } from '@fleetdeck/contract/service-monitor'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startLightPhones } from '../../../../apps/agent/src/light-phones.ts'
import { type SimulatedPhones, startSimulatedPhones } from '../../../../apps/agent/src/simulated-phones.ts'
import { hubOptions } from '../../../../apps/server/src/create-hub-options.ts'
import type { Hub } from '../../../../apps/server/src/realtime/hub-types.ts'
import { FaultProxy } from '../server/fault-proxy.ts'
import { freePort } from '../server/free-port.ts'
import { startTestSite, type TestSite } from '../site/test-site.ts'

const farMs = 30
const patience = { timeout: 30_000 }
const timing = {
  backOff: { firstMs: 10, limitMs: 100 },
  sentAwayMs: 10,
  nearerMs: 10,
  inUseMs: 10,
}
const serversTiming = { lookMs: 100, aloneMs: 100 }

let folder: string
let ways: { far: FaultProxy; near: FaultProxy }
let site: TestSite
let near: Awaited<ReturnType<TestSite['another']>>
let phones: SimulatedPhones | undefined
let notices: string[]

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'regions-'))
  notices = []
  const [farPort, nearPort] = [await freePort(), await freePort()]
  ways = {
    far: await FaultProxy.start(`http://127.0.0.1:${farPort}`),
    near: await FaultProxy.start(`http://127.0.0.1:${nearPort}`),
  }
  await ways.far.set({ slowMs: farMs })
  const placeOf = (name: 'far' | 'near') => ({ name, url: new URL(ways[name].url).origin })
  site = await startTestSite({ port: farPort, region: placeOf('far') })
  near = await site.another(undefined, undefined, { port: nearPort, region: placeOf('near') })
  await site.metrics.sample()
  await near.metrics.sample()
})
afterEach(async () => {
  await phones?.stop()
  phones = undefined
  await near.close()
  await site.stop()
  await ways.far.close()
  await ways.near.close()
  await rm(folder, { recursive: true })
})

/** The user has only named the far one. */
async function startPhone(): Promise<SimulatedPhones> {
  phones = await startSimulatedPhones({
    server: new URL(ways.far.url),
    key: site.deps.parameters.get('device.enrolmentKey'),
    count: 1,
    stateDir: folder,
    language: 'en',
    notice: (_name, _level, message) => notices.push(String(message)),
    timing,
    serversTiming,
  })
  return phones
}

const isAt = ({ hub }: { hub: Hub }) => expect.poll(() => hub.stats().phones, patience).toBe(1)

test('an agent is told of the servers of all regions, and uses the nearest', async () => {
  const { data } = await site.nobody.ask(regions.list)
  expect(data).toEqual({
    region: 'far',
    servers: [
      { region: 'far', address: new URL(ways.far.url).origin },
      { region: 'near', address: new URL(ways.near.url).origin },
    ],
  })
  await startPhone()
  await isAt(near.deps)
  expect(site.deps.hub.stats().phones).toBe(0)
  expect(notices.join()).toContain(`nearest server: ${new URL(ways.near.url).origin} (near) (measured: `)
  const { servers } = await site.admin.call(serviceMonitor.info)
  expect(servers.map(({ facts }) => facts.region).sort()).toEqual(['far', 'near'])
})

test('it uses the next one while the nearest is away, also from the start, and then returns', async () => {
  await startPhone()
  await isAt(near.deps)
  await ways.near.set('refuse')
  await isAt(site.deps)
  const events: string[] = []
  for (const event of ['phoneGone', 'phoneMoved'] as const) site.deps.hub.on(event, () => events.push(event))
  await ways.near.set('pass')
  await isAt(near.deps)
  // It was connected all the time.
  await expect.poll(() => events, patience).toEqual(['phoneMoved'])
  await phones?.stop()
  await ways.far.set('refuse')
  await startPhone()
  await isAt(near.deps)
})

test('it does not leave a server whose viewers see the phone', async () => {
  await ways.near.set('refuse')
  const { servers } = await startPhone()
  await isAt(site.deps)
  const [deviceId = DeviceId.parse(0)] = site.deps.hub.phoneIds()
  const { hub } = site.deps
  await expect.poll(async () => (await hub.connectedPhones([deviceId])).size, patience).toBe(1)
  const frames = { count: 0 }
  const guest = await hub.joinAsGuest(
    deviceId,
    {
      name: 'ann',
      setting: { screen_mode: '2', screen_scale: '20', screen_img_quality: '50', screen_img_delay: '10' },
      guest: { recording: { id: RecordingId.parse(1), by: 'ann', startedAt: 0 } },
    },
    { frame: () => (frames.count += 1) },
  )
  await expect.poll(() => frames.count, patience).toBeGreaterThan(0)
  await ways.near.set('pass')
  await expect.poll(() => servers.current.href, patience).toBe(ways.near.url)
  for (const action_type of ['recent', 'home', 'recent'] as const) {
    const before = frames.count
    await hub.sendToPhone(deviceId, { action: 'canvas_action', action_type, x: 0, y: 0 })
    await expect.poll(() => frames.count, patience).toBeGreaterThan(before)
  }
  expect(near.deps.hub.stats().phones).toBe(0)
  await guest?.leave()
  await isAt(near.deps)
})

test('a drained server sends its phones to the next region if it is the last one of its own', async () => {
  await startPhone()
  await isAt(near.deps)
  const order = { body: { serverName: near.deps.serverName } }
  await expect.poll(() => site.deps.hub.servers.duties().size, patience).toBe(2)
  await site.admin.call(serviceMonitor.drain, order)
  await isAt(site.deps)
  await site.admin.call(serviceMonitor.resume, order)
  await isAt(near.deps)
})

test('phones without a screen choose in the same way', async () => {
  const key = site.deps.parameters.get('device.enrolmentKey')
  const options = { server: new URL(ways.far.url), key, count: 3, stateDir: folder, language: 'en' } as const
  const fleet = await startLightPhones(options, () => undefined)
  try {
    await expect.poll(() => near.deps.hub.stats().phones, patience).toBe(3)
    await ways.near.set('refuse')
    await expect.poll(() => site.deps.hub.stats().phones, patience).toBe(3)
    await expect.poll(() => fleet.connected(), patience).toBe(3)
  } finally {
    await fleet.stop()
  }
})

test('each server names its own relays for video, or else those of the site', () => {
  const stun = ['stun:eu.example.com:3478']
  const turn = { servers: ['turn:eu.example.com:3478'], secret: 'secret' }
  const urls = (ice: Parameters<typeof hubOptions>[0]['ice']) =>
    hubOptions({ ...site.deps, dataDir: site.dataDir, ice })
      .iceServers?.('ann')
      .map((server) => server.urls)
  expect(urls({ stun, turn })).toEqual([stun, turn.servers])
  expect(urls(undefined)).toEqual([site.deps.parameters.get('screen.stunServers')])
})
