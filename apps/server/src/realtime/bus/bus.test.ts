import { randomUUID } from 'node:crypto'
import { FaultProxy } from '@fleetdeck/testing/server/fault-proxy'
import { afterEach, describe, expect, test } from 'vitest'
import type { Bus, BusMessage } from './bus.ts'
import { InProcessBus } from './in-process-bus.ts'
import { RedisBus } from './redis-bus.ts'

const redisUrl = process.env.TEST_REDIS_URL
const errors: unknown[] = []
const open: Bus[] = []
afterEach(async () => {
  for (const bus of open.splice(0)) await bus.close()
  errors.length = 0
})

const note = (error: unknown) => void errors.push(error)
const buses: [string, boolean, () => Bus | Promise<Bus>][] = [
  ['in one process', true, () => new InProcessBus(note)],
  ['over Redis', Boolean(redisUrl), () => RedisBus.connect(redisUrl ?? '', { onError: note })],
]

for (const [where, isThere, openBus] of buses)
  describe.skipIf(!isThere)(`the bus ${where}`, () => {
    async function start() {
      const bus = await openBus()
      open.push(bus)
      return { bus, channel: `test:${randomUUID()}` }
    }

    test('delivers in order, also to the publisher, and returns the number of receivers', async () => {
      const { bus, channel } = await start()
      const { promise, resolve } = Promise.withResolvers<string[]>()
      const heard: string[] = []
      expect(await bus.publish(channel, 'nobody')).toBe(0)
      const unsubscribe = await bus.subscribe(channel, (message) => {
        heard.push(toText(message))
        if (heard.length === 100) resolve(heard)
      })
      const counts = await Promise.all(
        Array.from({ length: 100 }, (_, index) => bus.publish(channel, `${index}`)),
      )
      expect(new Set(counts)).toEqual(new Set([1]))
      expect(await bus.listeners([`${channel}:other`, channel])).toEqual([0, 1])
      expect(await bus.listeners([])).toEqual([])
      expect(await promise).toEqual(Array.from({ length: 100 }, (_, index) => `${index}`))
      unsubscribe()
      await expect.poll(() => bus.publish(channel, 'late')).toBe(0)
      expect(heard).toHaveLength(100)
    })

    test('transfers bytes unchanged, including a part of a larger buffer', async () => {
      const { bus, channel } = await start()
      const bytes = Uint8Array.from({ length: 300 }, (_, index) => index % 256)
      const arrived = new Promise<BusMessage>((resolve) => void bus.subscribe(channel, resolve))
      await expect.poll(() => bus.publish(channel, bytes.subarray(100, 299))).toBe(1)
      expect(Buffer.compare(Buffer.from((await arrived) as Uint8Array), bytes.subarray(100, 299))).toBe(0)
    })

    test('a listener that throws does not affect the others', async () => {
      const { bus, channel } = await start()
      await bus.subscribe(channel, () => {
        throw new Error('broken listener')
      })
      const arrived = new Promise((resolve) => void bus.subscribe(channel, resolve))
      await bus.publish(channel, 'x')
      await arrived
      expect(errors).toHaveLength(1)
    })

    test('grants a claim to the first server until it expires or is released', async () => {
      const { bus, channel } = await start()
      const answers = await Promise.all([bus.claim(channel, 60_000), bus.claim(channel, 60_000)])
      expect(answers.sort()).toEqual([false, true])
      expect(await bus.claim(`${channel}:other`, 50)).toBe(true)
      await bus.release(channel)
      expect(await bus.claim(channel, 60_000)).toBe(true)
      await expect.poll(() => bus.claim(`${channel}:other`, 60_000)).toBe(true)
      await bus.release(channel)
      await bus.release(`${channel}:other`)
    })

    test('counts the uses of a name until its window ends', async () => {
      const { bus, channel } = await start()
      const uses = await Promise.all([1, 2, 3].map(() => bus.count(channel, 60_000)))
      expect(uses.map(({ count }) => count).sort()).toEqual([1, 2, 3])
      for (const { leftMs } of uses) expect(leftMs).toSatisfy((ms: number) => ms > 0 && ms <= 60_000)
      await bus.count(`${channel}:short`, 20)
      await expect.poll(async () => (await bus.count(`${channel}:short`, 20)).count).toBe(1)
    })

    test('listeners of one channel subscribe and unsubscribe independently', async () => {
      const { bus, channel } = await start()
      const heard: string[] = []
      const first = await bus.subscribe(channel, (message) => heard.push(`1 ${toText(message)}`))
      await bus.subscribe(channel, (message) => heard.push(`2 ${toText(message)}`))
      const third = await bus.subscribe(channel, (message) => heard.push(`3 ${toText(message)}`))
      first()
      third()
      await bus.publish(channel, 'a')
      await expect.poll(() => heard).toEqual(['2 a'])
    })
  })

test.skipIf(!redisUrl)('a bus whose Redis is unreachable fails at the start', async () => {
  await expect(RedisBus.connect('redis://127.0.0.1:1')).rejects.toThrow()
})

/** Two servers of one installation behind networks that can fail. */
async function openTwo() {
  const prefix = `test-${randomUUID()}`
  const proxies = [await FaultProxy.start(redisUrl ?? ''), await FaultProxy.start(redisUrl ?? '')] as const
  const [here, there] = await Promise.all(
    proxies.map(({ url }) => RedisBus.connect(url, { prefix, onError: note, echoMs: 100 })),
  )
  if (!here || !there) throw new Error('no bus')
  open.push(here, there)
  return { here, there, proxy: proxies[0], end: () => Promise.all(proxies.map((proxy) => proxy.close())) }
}

for (const mode of ['refuse', 'hang', 'half-open', 'reset'] as const)
  test.skipIf(!redisUrl)(
    `a server whose Redis is unreachable (${mode}) serves itself and recovers`,
    async () => {
      const { here, there, proxy, end } = await openTwo()
      const heardHere: string[] = []
      const heardThere: string[] = []
      await here.subscribe('news', (message) => heardHere.push(toText(message)))
      await there.subscribe('news', (message) => heardThere.push(toText(message)))
      expect(await here.publish('news', 'together')).toBe(2)
      const changes: boolean[] = []
      here.onConnection((isConnected) => changes.push(isConnected))

      await proxy.set(mode)
      await expect.poll(() => here.isConnected).toBe(false)
      expect(await here.publish('news', 'alone')).toBe(1)
      expect(await here.publish('elsewhere', 'nobody')).toBeUndefined()
      expect(await here.listeners(['news', 'elsewhere'])).toEqual([1, 0])
      expect([await here.claim('claimed', 60_000), await here.claim('claimed', 60_000)]).toEqual([
        true,
        false,
      ])
      const late: string[] = []
      await here.subscribe('late', (message) => late.push(toText(message)))
      expect(heardHere).toEqual(['together', 'alone'])

      await proxy.set('pass')
      await expect.poll(() => here.isConnected, { timeout: 20_000 }).toBe(true)
      expect(changes).toEqual([false, true])
      expect(await there.publish('news', 'again')).toBe(2)
      expect(await there.publish('late', 'for new subscribers too')).toBe(1)
      await expect.poll(() => heardHere).toEqual(['together', 'alone', 'again'])
      await expect.poll(() => late).toEqual(['for new subscribers too'])
      expect(heardThere).toEqual(['together', 'again'])
      await end()
    },
  )

test.skipIf(!redisUrl)(
  'a lost connection is not counted, also when the one that ends it breaks',
  async () => {
    const { here, there, proxy, end } = await openTwo()
    await here.subscribe('news', () => {})
    await proxy.set('half-open')
    await expect.poll(() => here.isConnected).toBe(false)
    await proxy.set({ cutAt: 'KILL' })
    await expect.poll(() => proxy.isCut, { timeout: 20_000 }).toBe(true)
    await proxy.set('pass')
    await expect.poll(() => here.isConnected, { timeout: 20_000 }).toBe(true)
    expect(await there.publish('news', 'once')).toBe(1)
    await end()
  },
)

test.skipIf(!redisUrl)('ordered messages arrive in the same order on all servers', async () => {
  const { here, there, end } = await openTwo()
  const heard: string[][] = [[], []]
  for (const [at, bus] of [here, there].entries())
    await bus.subscribe('claims', (message) => heard[at]?.push(toText(message)))
  const rounds = Array.from({ length: 50 }, (_, round) => round)
  await Promise.all(
    rounds.flatMap((round) => [
      here.publish('claims', `here ${round}`, { isOrdered: true }),
      there.publish('claims', `there ${round}`, { isOrdered: true }),
    ]),
  )
  await expect.poll(() => heard.map((messages) => messages.length)).toEqual([100, 100])
  expect(heard[0]).toEqual(heard[1])
  await end()
})

function toText(message: BusMessage): string {
  return typeof message === 'string' ? message : Buffer.from(message).toString()
}
