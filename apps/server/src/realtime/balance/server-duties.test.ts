import { CloseCode } from '@fleetdeck/contract/device-socket'
import { DeviceId } from '@fleetdeck/contract/ids'
import { afterEach, describe, expect, test } from 'vitest'
import { InProcessBus } from '../bus/in-process-bus.ts'
import { FakeSite, type HubFixture, startHub } from '../testing/hub-fixture.ts'
import type { Peer } from '../testing/peer.ts'

const timing = { tick: 10, sweep: 50, balance: 20, steadyServer: 600_000, move: 20_000 }

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

interface Fleet {
  start(serverName: string): Promise<HubFixture>
  deviceNos: string[]
}

function fleetOf(phoneCount: number): Fleet {
  const bus = new InProcessBus()
  const world = new FakeSite()
  const deviceNos = Array.from({ length: phoneCount }, (_, at) => `P${at}`)
  for (const [at, deviceNo] of deviceNos.entries()) world.addDevice(deviceNo, DeviceId.parse(100 + at))
  return {
    deviceNos,
    start: async (serverName) => {
      const server = await startHub({ bus, world, timing, serverName, spreadsPhones: () => false })
      closers.push(server.stop)
      return server
    },
  }
}

/** A phone that connects again when it is sent away, to the server that the balancer chooses. */
function follow(peer: Peer, deviceNo: string, balance: () => HubFixture, codes: number[] = []): number[] {
  peer
    .end()
    .then(async ({ code }) => {
      codes.push(code)
      if (code === CloseCode.moved) follow(await balance().phone(deviceNo), deviceNo, balance, codes)
    })
    // The servers end with the test.
    .catch(() => {})
  return codes
}

const dutyOf = (at: HubFixture, name: string) => at.hub.servers.duties().get(name)
const phonesOf = ({ hub }: HubFixture) => hub.stats().phones

async function twoServers(phoneCount: number, balance: (servers: [HubFixture, HubFixture]) => HubFixture) {
  const fleet = fleetOf(phoneCount)
  const servers: [HubFixture, HubFixture] = [await fleet.start('one'), await fleet.start('two')]
  const [one, two] = servers
  await expect.poll(() => dutyOf(one, 'two') && dutyOf(two, 'one')).toBeDefined()
  const codes = []
  for (const no of fleet.deviceNos) codes.push(follow(await one.phone(no), no, () => balance(servers)))
  return { one, two, codes }
}

describe('a server that is taken out of service', () => {
  test('moves its phones and pages to the others, asked at another server, and none was offline', async () => {
    const { one, two, codes } = await twoServers(60, ([, other]) => other)
    const page = await one.console('ann')
    const gone: unknown[] = []
    one.hub.on('phoneGone', (info) => gone.push(info))
    expect(await two.hub.servers.setDraining('one', true)).toBe('done')
    expect(one.hub.servers.isDraining()).toBe(true)
    expect(two.hub.servers.isDraining()).toBe(false)
    expect(await page.end()).toMatchObject({ code: CloseCode.serverStops })
    await expect.poll(() => dutyOf(two, 'one')).toMatchObject({ isDraining: true, phones: 0, pages: 0 })
    expect(phonesOf(two)).toBe(60)
    expect(gone).toEqual([])
    expect(codes.every((some) => some.length === 1)).toBe(true)
  })

  test('moves phones with work, and keeps those whose screen is seen until nobody sees it', async () => {
    const { one, two } = await twoServers(3, ([, other]) => other)
    const viewer = await one.viewer('ann', 'P0')
    viewer.send({ action: 'joinRoom' })
    await viewer.next('joinRoomResp', { code: 0 })
    await one.hub.sendToPhone(DeviceId.parse(101), {
      action: 'command',
      command: 'shellcmd',
      content: 'sleep 9',
      cmdSubId: '7',
    })
    await two.hub.servers.setDraining('one', true)
    await expect.poll(() => dutyOf(two, 'one')).toMatchObject({ phones: 1, phonesInUse: 1, pages: 1 })
    viewer.ws.close()
    await expect.poll(() => dutyOf(two, 'one')).toMatchObject({ phones: 0, pages: 0 })
  })

  test('asks only a few while the load balancer still sends them back', async () => {
    let hasNoticed = false
    const { one, two, codes } = await twoServers(100, (servers) => servers[hasNoticed ? 1 : 0])
    await two.hub.servers.setDraining('one', true)
    await expect.poll(() => codes.flat().length).toBe(5)
    hasNoticed = true
    await expect.poll(() => phonesOf(two)).toBe(100)
    expect(codes.flat().length).toBe(105)
    expect(phonesOf(one)).toBe(0)
  })

  test('is in service again when it is taken back, and when no other one is in service', async () => {
    const { one, two } = await twoServers(0, ([, other]) => other)
    await two.hub.servers.setDraining('one', true)
    expect(await one.hub.servers.setDraining('one', false)).toBe('done')
    expect(one.hub.servers.isDraining()).toBe(false)
    await two.hub.servers.setDraining('one', true)
    await two.stop()
    await expect.poll(() => one.hub.servers.isDraining()).toBe(false)
  })

  test('is refused when it is the last one, alone or beside others out of service, and when it is silent', async () => {
    const fleet = fleetOf(0)
    const one = await fleet.start('one')
    expect(await one.hub.servers.setDraining('one', true)).toBe('last')
    const two = await fleet.start('two')
    await expect.poll(() => two.hub.servers.setDraining('one', true)).toBe('done')
    expect(await one.hub.servers.setDraining('two', true)).toBe('last')
    expect(await one.hub.servers.setDraining('three', true)).toBe('silent')
  })
})

test('a stopping server has moved its phones when its time is over', async () => {
  const { one, two } = await twoServers(150, ([, other]) => other)
  one.hub.servers.retire(3000)
  await expect.poll(() => phonesOf(two), { timeout: 3000 }).toBe(150)
})

describe('spreading phones evenly', () => {
  test('moves the surplus, but no phone that is in use', async () => {
    const { one, two, codes } = await twoServers(40, ([, other]) => other)
    const viewer = await one.viewer('ann', 'P0')
    viewer.send({ action: 'joinRoom' })
    await viewer.next('joinRoomResp', { code: 0 })
    await expect.poll(() => dutyOf(two, 'one')).toMatchObject({ phones: 40 })
    await two.hub.servers.spreadPhones()
    const spread = { surplus: 20, moved: 20, returned: 0, inUse: 0, isOver: true }
    await expect.poll(() => dutyOf(two, 'one')).toMatchObject({ phones: 20, spread })
    expect(dutyOf(two, 'two')).toMatchObject({ phones: 20, spread: { surplus: 0, isOver: true } })
    expect(codes[0]).toEqual([])
  })

  test('ends after one round, and says how many the load balancer sent back', async () => {
    let turn = 0
    const { one, two } = await twoServers(40, (servers) => servers[turn++ % 2] as HubFixture)
    await one.hub.servers.spreadPhones()
    const spread = { surplus: 20, moved: 10, returned: 10, isOver: true }
    await expect.poll(() => dutyOf(two, 'one')).toMatchObject({ phones: 30, spread })
  })

  test('stops when all come back', async () => {
    const { one, two, codes } = await twoServers(80, ([first]) => first)
    await one.hub.servers.spreadPhones()
    await expect.poll(() => dutyOf(two, 'one')?.spread).toMatchObject({ moved: 0, inUse: 0, isOver: true })
    expect(codes.flat().length).toBeLessThan(40)
  })
})
