import { randomUUID } from 'node:crypto'
import { CloseCode } from '@fleetdeck/contract/device-socket'
import { DeviceId, RecordingId } from '@fleetdeck/contract/ids'
import { afterEach, describe, expect, test } from 'vitest'
import type { Bus } from '../bus/bus.ts'
import { InProcessBus } from '../bus/in-process-bus.ts'
import { serverChannel } from '../bus/messages.ts'
import { RedisBus } from '../bus/redis-bus.ts'
import type { HubOptions } from '../hub-options.ts'
import { FakeSite, type HubFixture, startHub } from '../testing/hub-fixture.ts'
import type { Peer } from '../testing/peer.ts'

const redisUrl = process.env.TEST_REDIS_URL
const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const timing = { tick: 10, sweep: 50, balance: 20, steadyServer: 100, move: 20_000 }

const mark = { id: RecordingId.parse(7), by: 'ann', startedAt: 1000 }
const recorder = { name: 'ann', setting: {}, guest: { recording: mark } }

/** Numbers are unique per test, since Redis may be shared. */
async function startServers(
  busFor: () => Bus | Promise<Bus>,
  phoneCount: number,
  more: Partial<HubOptions> = {},
) {
  const world = new FakeSite()
  const first = 1_000_000 + Math.floor(Math.random() * 1e9)
  const deviceNos = Array.from({ length: phoneCount }, (_, at) => `P${at}`)
  for (const [at, deviceNo] of deviceNos.entries()) world.addDevice(deviceNo, DeviceId.parse(first + at))
  const startServer = async (own: Partial<HubOptions> = {}) => {
    const bus = await busFor()
    const server = await startHub({ bus, world, timing, ...more, ...own })
    closers.push(() => bus.close())
    closers.push(() => server.stop())
    return server
  }
  return { deviceNos, startServer, idOf: (at: number) => DeviceId.parse(first + at) }
}

/** Resolves after so many reports of servers: each sends one per round. */
async function reports(bus: Bus, count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let heard = 0
  const unsubscribe = await serverChannel(bus).subscribe(({ kind }) => {
    if (kind === 'load' && ++heard === count) resolve()
  })
  await promise
  unsubscribe()
}

/** A phone that connects again when its server asks it to, wherever the load balancer sends it. */
class Phone {
  peer: Peer
  readonly codes: number[] = []
  readonly #deviceNo: string
  readonly #balance: () => HubFixture | undefined

  private constructor(peer: Peer, deviceNo: string, balance: () => HubFixture | undefined) {
    this.peer = peer
    this.#deviceNo = deviceNo
    this.#balance = balance
    this.#follow()
  }

  static async start(at: HubFixture, deviceNo: string, balance: () => HubFixture | undefined) {
    return new Phone(await at.phone(deviceNo), deviceNo, balance)
  }

  #follow(): void {
    this.peer
      .end()
      .then(async ({ code }) => {
        this.codes.push(code)
        const server = code === CloseCode.moved ? this.#balance() : undefined
        if (!server) return
        this.peer = await server.phone(this.#deviceNo)
        this.#follow()
      })
      // The servers end with the test.
      .catch(() => {})
  }
}

const shared = () => {
  const bus = new InProcessBus()
  return () => bus
}
/** Servers of other tests on the same Redis are of another installation. */
const onRedis = () => {
  const prefix = `balance-${randomUUID()}`
  return () => RedisBus.connect(redisUrl ?? '', { prefix })
}
const settings: [string, boolean, () => () => Bus | Promise<Bus>][] = [
  ['on a bus in one process', true, shared],
  ['on Redis', Boolean(redisUrl), onRedis],
]

for (const [title, isAvailable, busFor] of settings)
  describe.skipIf(!isAvailable)(`two servers ${title}`, () => {
    test('share the phones again after one of them came back, and no phone was offline', async () => {
      const { deviceNos, startServer, idOf } = await startServers(busFor(), 300)
      const full = await startServer()
      let back: HubFixture | undefined
      const phones = await Promise.all(deviceNos.map((no) => Phone.start(full, no, () => back)))
      const used = phones.slice(0, 4)
      const viewer = await full.viewer('ann', 'P0')
      viewer.send({ action: 'joinRoom' })
      await viewer.next('joinRoomResp', { code: 0 })
      expect(await full.hub.joinAsGuest(idOf(1), recorder, {})).toBeDefined()
      const command = { action: 'command', command: 'shellcmd', content: 'sleep 9', cmdSubId: '7' } as const
      expect(await full.hub.sendToPhone(idOf(2), command)).toBe(true)
      await used[2]?.peer.next('command')
      await used[3]?.peer.send({ action: 'taskState', runId: 'r', state: 'running' }).settled()
      const events: string[] = []
      for (const event of ['phoneGone', 'phoneMoved'] as const) full.hub.on(event, () => events.push(event))
      back = await startServer()
      const arrivals: (number | undefined)[] = []
      back.hub.on('phoneConnected', ({ onlineSince }) => arrivals.push(onlineSince))
      const counts = () => [full.hub.stats().phones, back?.hub.stats().phones ?? 0]
      await expect.poll(() => Math.max(...counts()), { timeout: 60_000 }).toBeLessThanOrEqual(165)
      await expect.poll(() => counts().reduce((sum, phones) => sum + phones)).toBe(300)
      expect(Math.min(...counts())).toBeGreaterThanOrEqual(135)
      expect(new Set(events)).toEqual(new Set(['phoneMoved']))
      expect(arrivals).not.toContain(undefined)
      expect(phones.every(({ codes }) => codes.length <= 1)).toBe(true)
      expect(used.flatMap(({ codes }) => codes)).toEqual([])
    })

    test('what is sent to a phone on its way reaches it on the other server', async () => {
      const { deviceNos, startServer, idOf } = await startServers(busFor(), 60)
      const full = await startServer()
      const asked = Promise.withResolvers<number>()
      const peers = await Promise.all(deviceNos.map((no) => full.phone(no)))
      for (const [at, peer] of peers.entries())
        peer.end().then(
          ({ code }) => code === CloseCode.moved && asked.resolve(at),
          () => {},
        )
      const back = await startServer()
      const at = await asked.promise
      const order = { action: 'assigned', deviceNo: 'P-new' } as const
      expect(await back.hub.connectedPhones([idOf(at)])).toEqual(new Set([idOf(at)]))
      expect(await back.hub.sendToPhone(idOf(at), order)).toBe(true)
      const moved = await back.phone(`P${at}`)
      await moved.next('assigned', { deviceNo: 'P-new' })
    })
  })

test('phones of a server that stops are taken over by another one, and were never offline', async () => {
  const bus = new InProcessBus()
  const { deviceNos, startServer } = await startServers(() => bus, 20)
  const ending = await startServer()
  for (const no of deviceNos) await ending.phone(no)
  const events: string[] = []
  for (const event of ['phoneGone', 'phoneMoved'] as const) ending.hub.on(event, () => events.push(event))
  const staying = await startServer()
  const arrivals: (number | undefined)[] = []
  staying.hub.on('phoneConnected', ({ onlineSince }) => arrivals.push(onlineSince))
  await reports(bus, 4)
  await ending.hub.close()
  expect(events).toEqual(deviceNos.map(() => 'phoneMoved'))
  for (const no of deviceNos) await staying.phone(no)
  expect(arrivals).toEqual(deviceNos.map(() => expect.any(Number)))
})

test('phones of the last server that stops are offline', async () => {
  const { deviceNos, startServer } = await startServers(shared(), 3)
  const last = await startServer()
  for (const no of deviceNos) await last.phone(no)
  const events: string[] = []
  for (const event of ['phoneGone', 'phoneMoved'] as const) last.hub.on(event, () => events.push(event))
  await last.hub.close()
  expect(events).toEqual(deviceNos.map(() => 'phoneGone'))
})

test('a phone that does not connect again in time counts as disconnected', async () => {
  const { deviceNos, startServer } = await startServers(shared(), 60, { timing: { ...timing, move: 50 } })
  const full = await startServer()
  for (const no of deviceNos) await full.phone(no)
  const gone = full.heard('phoneGone')
  await startServer()
  await gone
})

test('phones are left alone when they reconnect to the same server', async () => {
  const warnings: string[] = []
  const log = { error: () => {}, warn: (_: object, message: string) => warnings.push(message) }
  const { deviceNos, startServer } = await startServers(shared(), 60, { log })
  const full = await startServer()
  const phones = await Promise.all(deviceNos.map((no) => Phone.start(full, no, () => full)))
  await startServer()
  await expect.poll(() => warnings).toHaveLength(1)
  await expect.poll(() => full.hub.stats().phones).toBe(60)
  expect(phones.every(({ codes }) => codes.filter((code) => code === CloseCode.moved).length <= 1)).toBe(true)
  expect(phones.flatMap(({ codes }) => codes).length).toBeLessThanOrEqual(30)
})

test('no phone is asked while that is switched off', async () => {
  let isOn = false
  const bus = new InProcessBus()
  const { deviceNos, startServer } = await startServers(() => bus, 60, { spreadsPhones: () => isOn })
  const full = await startServer()
  const peers = await Promise.all(deviceNos.map((no) => full.phone(no)))
  await startServer()
  const first = Promise.race(peers.map((peer) => peer.end()))
  await reports(bus, 40)
  expect(full.hub.stats().phones).toBe(60)
  isOn = true
  expect(await first).toMatchObject({ code: CloseCode.moved })
})

test('phones are spread over the servers of their region only', async () => {
  const bus = new InProcessBus()
  const { deviceNos, startServer } = await startServers(() => bus, 60)
  const full = await startServer({ region: 'eu' })
  const peers = await Promise.all(deviceNos.map((no) => full.phone(no)))
  await startServer({ region: 'us' })
  await startServer()
  const first = Promise.race(peers.map((peer) => peer.end()))
  await reports(bus, 60)
  await full.hub.servers.spreadPhones()
  await expect.poll(() => full.hub.servers.duties().size).toBe(3)
  expect([...full.hub.servers.duties().values()].map(({ spread }) => spread?.surplus ?? 0)).toEqual([0, 0, 0])
  expect(full.hub.stats().phones).toBe(60)
  await startServer({ region: 'eu' })
  expect(await first).toMatchObject({ code: CloseCode.moved })
})

test('a server that is drained as the last one of its region sends its phones away', async () => {
  const bus = new InProcessBus()
  const { deviceNos, startServer } = await startServers(() => bus, 3)
  const last = await startServer({ region: 'eu' })
  const peers = await Promise.all(deviceNos.map((no) => last.phone(no)))
  await startServer({ region: 'us' })
  await reports(bus, 4)
  const [own = ''] = [...last.hub.servers.duties()].find(([, { phones }]) => phones === 3) ?? []
  expect(await last.hub.servers.setDraining(own, true)).toBe('done')
  expect((await Promise.all(peers.map((peer) => peer.end()))).map(({ code }) => code)).toEqual(
    deviceNos.map(() => CloseCode.moved),
  )
})
