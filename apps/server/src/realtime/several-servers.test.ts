import { DeviceId, RecordingId, SessionId } from '@fleetdeck/contract/ids'
import type { LogLine } from '@fleetdeck/contract/log-socket'
import type { MemberState, WallGroup } from '@fleetdeck/contract/wall-socket'
import { FaultProxy } from '@fleetdeck/testing/server/fault-proxy'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Bus } from './bus/bus.ts'
import { InProcessBus } from './bus/in-process-bus.ts'
import { fromPhone, toPhone } from './bus/messages.ts'
import { RedisBus } from './bus/redis-bus.ts'
import { CuttableBus } from './testing/cuttable-bus.ts'
import { FakeSite, type HubFixture, startHub } from './testing/hub-fixture.ts'
import type { Peer } from './testing/peer.ts'

const redisUrl = process.env.TEST_REDIS_URL
const fixtures: HubFixture[] = []
const buses: Bus[] = []
afterEach(async () => {
  for (const fixture of fixtures.splice(0)) await fixture.stop()
  for (const bus of buses.splice(0)) await bus.close()
})

/** Two servers of one installation; numbers are unique per test, since Redis may be shared. */
async function startTwo(busFor: (server: number) => Bus | Promise<Bus>, viewerSilence = 200) {
  const world = new FakeSite()
  const deviceId = DeviceId.parse(1_000_000 + Math.floor(Math.random() * 1e9))
  world.addDevice('B1', deviceId)
  const servers: HubFixture[] = []
  for (const server of [0, 1]) {
    const bus = await busFor(server)
    if (!buses.includes(bus)) buses.push(bus)
    servers.push(
      await startHub({ bus, world, timing: { tick: 10, sweep: 20, keepAlive: 50, viewerSilence } }),
    )
  }
  fixtures.push(...servers)
  return { here: servers[0] as HubFixture, there: servers[1] as HubFixture, deviceId }
}

const shared = () => {
  const bus = new InProcessBus()
  return () => bus
}
const settings: [string, boolean, () => (server: number) => Bus | Promise<Bus>][] = [
  ['on a bus in one process', true, shared],
  ['on Redis', Boolean(redisUrl), () => () => RedisBus.connect(redisUrl ?? '')],
]

for (const [where, isThere, busFor] of settings)
  describe.skipIf(!isThere)(`two servers ${where}`, () => {
    test('an operator on one reaches a phone on the other, and sees it connect and disconnect', async () => {
      const { here, there } = await startTwo(busFor())
      const phone = await there.phone('B1')
      const ann = await here.viewer('ann', 'B1')
      ann.send({ action: 'joinRoom' })
      await ann.next('joinRoomResp', { code: 0 })
      await phone.next('startScreen')
      phone.sendPicture(1)
      await ann.nextPicture(1)
      ann.send({ action: 'canvas_action', action_type: 'home' })
      await phone.next('canvas_action', { action_type: 'home' })
      await phone.vanish()
      await ann.next('screenStopped')
      const again = await here.phone('B1')
      await ann.next('deviceState', { online: true })
      await again.next('startScreen')
      again.sendPicture(1)
      await ann.nextPicture(1)
    })

    test('a phone that connects to the other server leaves the first', async () => {
      const { here, there, deviceId } = await startTwo(busFor())
      const first = await here.phone('B1')
      const moved = here.heard('phoneMoved')
      await there.phone('B1')
      expect(await first.end()).toMatchObject({ code: 4409 })
      expect(await moved).toEqual({ deviceId })
      await expect.poll(() => [here.hub.stats().phones, there.hub.stats().phones]).toEqual([0, 1])
    })

    test('another phone with the same identity is refused by the other server', async () => {
      const { here, there } = await startTwo(busFor())
      const at = (host: string, android: string) => ({
        marks: { android },
        place: { agent: host, host, name: 'usb:1-1' },
      })
      const first = await here.phone('B1', at('farm-1', '0123456789abcdef'))
      const second = await there.openPhone('B1', at('farm-2', 'fedcba9876543210'))
      expect(await second.end()).toEqual({ code: 4410, reason: 'farm-1 · usb:1-1' })
      await first.vanish()
      await there.phone('B1', at('farm-2', 'fedcba9876543210'))
    })

    test('a page that reconnects through the other server has its seat and control immediately', async () => {
      const { here, there } = await startTwo(busFor())
      const phone = await here.phone('B1')
      const before = await there.viewer('ann', 'B1', 'page-1')
      before.send({ action: 'joinRoom' })
      await before.next('roomState', { youControl: true })
      const bob = await here.viewer('bob', 'B1', 'page-2')
      bob.send({ action: 'joinRoom' })
      await bob.next('roomState', { viewers: ['ann', 'bob'] })
      // The first socket is still there, as after a loss that its server does not know of.
      const after = await here.viewer('ann', 'B1', 'page-1')
      after.send({ action: 'joinRoom' })
      await after.next('roomState', { youControl: true, viewers: ['bob', 'ann'] })
      expect(await before.end()).toMatchObject({ code: 4409 })
      after.send({ action: 'canvas_action', action_type: 'home' })
      await phone.next('canvas_action', { action_type: 'home' })
      await bob.settled()
      expect(bob.messages.seen.at(-2)).toMatchObject({ controller: 'ann', viewers: ['bob', 'ann'] })
    })

    test('a wall that reconnects through the other server controls its group immediately', async () => {
      const { here, there, deviceId } = await startTwo(busFor())
      const follower = DeviceId.parse(deviceId + 1)
      here.world.addDevice('B2', follower)
      for (const deviceNo of ['B1', 'B2']) await here.phone(deviceNo)
      const group = { action: 'startGroup', leader: deviceId, followers: [follower] }
      const isLed = (wall: Peer) =>
        expect
          .poll(() => {
            const last = wall.messages.seen.findLast(({ action }) => action === 'groupState')
            return (last?.group as WallGroup | null)?.members.map(({ state }) => state)
          })
          .toEqual(['follows', 'follows'])
      const before = await there.wall('ann', 'page-1')
      before.send(group)
      await isLed(before)
      const after = await here.wall('ann', 'page-1')
      after.send(group)
      await isLed(after)
      expect(await before.end()).toMatchObject({ code: 4409 })
    })

    test('a wall reads apps and clipboard of its leader on the other server', async () => {
      const { here, there, deviceId } = await startTwo(busFor())
      const leader = await here.phone('B1')
      const wall = await there.wall('ann')
      wall.send({ action: 'startGroup', leader: deviceId, followers: [deviceId] })
      await expect
        .poll(() => {
          const last = wall.messages.seen.findLast(({ action }) => action === 'groupState')
          return (last?.group as WallGroup | null)?.members.map(({ state }) => state)
        })
        .toEqual(['follows'])
      wall.send({ action: 'askApps' })
      const { viewer, id } = await leader.next('askTool', { request: { tool: 'listApps' } })
      leader.send({ action: 'toolReply', viewer, id, apps: [{ id: 'com.example.shop' }] })
      expect(await wall.next('leaderApps')).toMatchObject({ apps: [{ id: 'com.example.shop' }], msg: null })
      wall.send({ action: 'askClipboard' })
      await leader.next('askClipboard')
      leader.send({ action: 'clipboard', viewer, text: 'copied' })
      expect(await wall.next('clipboard')).toMatchObject({ text: 'copied' })
    })

    test('a page of another session never takes over a seat', async () => {
      const { here, there } = await startTwo(busFor())
      await here.phone('B1')
      const ann = await there.viewer('ann', 'B1', 'page-1')
      ann.send({ action: 'joinRoom' })
      await ann.next('roomState', { youControl: true })
      const bob = await here.viewer('bob', 'B1', 'page-1')
      bob.send({ action: 'joinRoom' })
      await bob.next('roomState', { youControl: false, controller: 'ann', viewers: ['ann', 'bob'] })
    })

    test('orders and disconnects reach a phone on either server', async () => {
      const { here, there, deviceId } = await startTwo(busFor())
      const order = { action: 'assigned', deviceNo: 'B9' } as const
      expect(await here.hub.sendToPhone(deviceId, order)).toBe(false)
      const phone = await there.phone('B1')
      expect(await here.hub.connectedPhones([deviceId, DeviceId.parse(999)])).toEqual(new Set([deviceId]))
      expect(await here.hub.sendToPhone(deviceId, order)).toBe(true)
      await phone.next('assigned', { deviceNo: 'B9' })
      expect(await here.hub.closePhone(deviceId, 4401, 'revoked')).toBe(true)
      expect(await phone.end()).toEqual({ code: 4401, reason: 'revoked' })
    })

    test('the log has the lines of both servers in order', async () => {
      const { here, there } = await startTwo(busFor())
      for (const fixture of [here, there]) {
        const phone = await fixture.phone('B1')
        await phone.send({ action: 'log', msg: fixture === here ? 'earlier' : 'later', time: 1 }).settled()
      }
      const viewer = await here.openLog('ann', 'B1')
      const { lines } = await viewer.next('lines')
      expect((lines as LogLine[]).map(({ msg }) => msg)).toEqual(['earlier', 'later'])
    })

    test('a line that a phone sends again to the other server is shown once, live and later', async () => {
      const { here, there } = await startTwo(busFor())
      const at = Date.now() - 1000
      const send = (phone: Peer, numbers: number[], more: object = {}) => {
        for (const n of numbers) phone.send({ action: 'log', msg: `${n}`, time: 1, at: at + n, ...more })
        return phone.settled()
      }
      const texts = (viewer: Peer) =>
        viewer.messages.seen.flatMap((message) =>
          message.action === 'lines' ? (message.lines as LogLine[]).map(({ msg }) => msg) : [],
        )
      const first = await here.phone('B1')
      await send(first, [1, 2])
      const early = await there.openLog('ann', 'B1')
      await expect.poll(() => texts(early)).toEqual(['1', '2'])
      await send(first, [3])
      await expect.poll(() => texts(early)).toEqual(['1', '2', '3'])
      const second = await there.phone('B1')
      await send(second, [2, 3, 4], { again: true })
      await send(second, [5])
      await expect.poll(() => texts(early)).toEqual(['1', '2', '3', '4', '5'])
      for (const server of [here, there]) {
        const late = await server.openLog('ann', 'B1')
        await expect.poll(() => texts(late)).toEqual(['1', '2', '3', '4', '5'])
      }
      const third = await here.phone('B1')
      await send(third, [4, 5, 6], { again: true })
      await expect.poll(() => texts(early)).toEqual(['1', '2', '3', '4', '5', '6'])
      // Equal lines of a phone that does not name their time are different lines.
      for (const _ of [1, 2]) third.send({ action: 'log', msg: 'same', time: 1 })
      await third.settled()
      await expect.poll(() => texts(early)).toEqual(['1', '2', '3', '4', '5', '6', 'same', 'same'])
    })

    test('consoles and sessions work across both', async () => {
      const { here, there } = await startTwo(busFor())
      const page = await there.console('ann')
      await page.settled()
      await here.hub.parametersChanged()
      await page.next('parametersChanged')
      await here.hub.tryEnded('try-1')
      await page.next('tryEnded', { runId: 'try-1' })
      await here.hub.endSessions([SessionId.parse(100)])
      await page.next('sessionEnded')
      expect(await page.end()).toMatchObject({ code: 4401 })
    })
  })

for (const mode of ['refuse', 'hang', 'half-open'] as const)
  test.skipIf(!redisUrl)(
    `without Redis (${mode}) a server shows its own phones, and catches up afterwards`,
    async () => {
      const proxy = await FaultProxy.start(redisUrl ?? '')
      const { here, there } = await startTwo((server) =>
        RedisBus.connect(server === 0 ? proxy.url : (redisUrl ?? ''), { echoMs: 100 }),
      )
      here.world.addDevice('B2', DeviceId.parse(1_000_000 + Math.floor(Math.random() * 1e9)))
      const near = await here.phone('B1')
      const far = await there.phone('B2')
      const ann = await here.viewer('ann', 'B1')
      const faraway = await here.viewer('ann', 'B2')
      for (const viewer of [ann, faraway]) {
        viewer.send({ action: 'joinRoom' })
        await viewer.next('joinRoomResp', { code: 0 })
      }
      const console = await here.console('ann')
      await console.settled()

      await proxy.set(mode)
      await console.next('liveNews', { isLimited: true })
      await faraway.next('deviceState', { online: false })
      near.sendPicture(1)
      await ann.nextPicture(1)
      ann.send({ action: 'canvas_action', action_type: 'home' })
      await near.next('canvas_action', { action_type: 'home' })
      await here.hub.parametersChanged()
      await console.next('parametersChanged')
      const late = await here.console('ann')
      await late.next('liveNews', { isLimited: true })
      here.world.phoneTokens.set('phone-B1', { refused: 'disabled' })

      await proxy.set('pass')
      await console.next('liveNews', { isLimited: false })
      await faraway.next('deviceState', { online: true })
      // The seat on the other server is taken again soon after.
      let sequence = 1
      const sending = setInterval(() => far.sendPicture(++sequence), 20)
      onTestFinished(() => clearInterval(sending))
      await faraway.nextPicture()
      expect(await near.end()).toMatchObject({ code: 4403 })
      await proxy.close()
    },
  )

test('a wall and a recording know a phone again whose server could not be reached for a moment', async () => {
  const bus = new InProcessBus()
  const way = new CuttableBus(bus)
  const { here, there, deviceId } = await startTwo((server) => (server === 0 ? bus : way), 60_000)
  const follower = DeviceId.parse(deviceId + 1)
  here.world.addDevice('B2', follower)
  for (const deviceNo of ['B1', 'B2']) await here.phone(deviceNo)
  const wall = await there.wall('ann')
  wall.send({ action: 'startGroup', leader: deviceId, followers: [follower] })
  const isMember = (member: MemberState) =>
    expect
      .poll(() => {
        const last = wall.messages.seen.findLast(({ action }) => action === 'groupState')
        return (last?.group as WallGroup | null)?.members.map(({ state: is }) => is)
      })
      .toEqual([member, member])
  await isMember('follows')
  const seen: boolean[] = []
  const guest = {
    name: 'ann',
    setting: {},
    guest: { recording: { id: 1, by: 'ann', startedAt: 0 } },
  } as const
  await there.hub.joinAsGuest(deviceId, guest as never, { online: (isOnline) => seen.push(isOnline) })
  way.cut()
  await isMember('offline')
  await expect.poll(() => seen).toEqual([false])
  way.join()
  await isMember('follows')
  await expect.poll(() => seen).toEqual([false, true])
})

test('a phone that is connected to two servers for a moment does not multiply what its viewers ask', async () => {
  const bus = new InProcessBus()
  const { here, deviceId } = await startTwo(() => bus, 60_000)
  await here.phone('B1')
  const ann = await here.viewer('ann', 'B1')
  ann.send({ action: 'joinRoom' })
  await ann.next('joinRoomResp', { code: 0 })
  // As the other server does, which did not hear of the first one.
  const room = fromPhone(bus, deviceId)
  let joins = 0
  await toPhone(bus, deviceId).subscribe((message) => {
    if (message.kind !== 'join') return
    joins += 1
    const seats = [{ viewer: message.viewer, name: message.name }]
    if (joins < 100)
      room.send({ kind: 'room', session: 'other', controller: null, seats, asking: [] } as never)
  })
  room.send({ kind: 'online', session: 'other' })
  await expect.poll(() => joins).toBeGreaterThan(0)
  for (let n = 0; n < 20; n += 1) {
    ann.send({ action: 'ping' })
    await ann.next('pong')
  }
  expect(joins).toBeLessThan(5)
})

test('the viewers of a crashed server lose their seats', async () => {
  const bus = new InProcessBus()
  const way = new CuttableBus(bus)
  const { here, there } = await startTwo((server) => (server === 0 ? bus : way))
  const phone = await here.phone('B1')
  const ann = await there.viewer('ann', 'B1')
  ann.send({ action: 'joinRoom' })
  await ann.next('joinRoomResp', { code: 0 })
  way.cut()
  await phone.next('stopScreen')
  expect(here.hub.stats().rooms).toBe(0)
})

test('frames leave the server of a phone only while somebody sees them on another one', async () => {
  const bus: Bus = new InProcessBus()
  const forwarded: number[] = []
  const forward = bus.forward.bind(bus)
  bus.forward = (channel, message) => {
    if (channel.startsWith('frames:')) forwarded.push(message.length)
    return forward(channel, message)
  }
  const { here, there, deviceId } = await startTwo(() => bus, 60_000)
  const phone = await here.phone('B1')
  const join = async (viewer: Peer) => {
    viewer.send({ action: 'joinRoom' })
    await viewer.next('joinRoomResp', { code: 0 })
    return viewer
  }
  const ann = await join(await here.viewer('ann', 'B1'))
  const wall = await here.wall('ann')
  wall.send({ action: 'watchPhones', ids: [deviceId], width: 200 })
  const mark = { id: RecordingId.parse(1), by: 'ann', startedAt: 0 }
  await here.hub.joinAsGuest(deviceId, { name: 'ann', setting: {}, guest: { recording: mark } }, {})
  for (let n = 1; n <= 3; n += 1) {
    phone.sendPicture(n)
    await ann.nextPicture(n)
  }
  expect(forwarded).toEqual([])
  const bob = await join(await there.viewer('bob', 'B1'))
  await expect.poll(() => forwarded.length).toBe(1)
  phone.sendPicture(4)
  await bob.nextPicture(4)
  expect(forwarded).toHaveLength(2)
  bob.send({ action: 'exitRoom' })
  await ann.next('roomState', { viewers: ['ann', 'bob'] })
  await ann.next('roomState', { viewers: ['ann'] })
  phone.sendPicture(5)
  await ann.nextPicture(5)
  expect(forwarded).toHaveLength(2)
})

test('a page knows the region of a phone whose server is in another one', async () => {
  const world = new FakeSite()
  const bus = new InProcessBus()
  buses.push(bus)
  const [eu, us] = [
    await startHub({ bus, world, region: 'eu' }),
    await startHub({ bus, world, region: 'us' }),
  ]
  fixtures.push(eu, us)
  await eu.phone('A1')
  for (const [server, region] of [
    [eu, undefined],
    [us, 'eu'],
  ] as const) {
    const viewer = await server.viewer('ann', 'A1')
    viewer.send({ action: 'joinRoom' })
    expect((await viewer.next('roomState')).region).toBe(region)
  }
})
