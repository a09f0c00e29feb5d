import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
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

test.skipIf(!redisUrl)('a bus that lost Redis refuses messages, reconnects and receives again', async () => {
  const target = new URL(redisUrl ?? '')
  const connections = new Set<Socket>()
  const proxy = createServer((socket) => {
    const upstream = connect(Number(target.port || 6379), target.hostname)
    for (const end of [socket, upstream]) {
      connections.add(end)
      end.on('error', () => {})
    }
    socket.pipe(upstream).pipe(socket)
  })
  const listen = (port: number) => once(proxy.listen(port, '127.0.0.1'), 'listening')
  await listen(0)
  const { port } = proxy.address() as AddressInfo
  const bus = await RedisBus.connect(`redis://127.0.0.1:${port}`, { onError: note })
  open.push(bus)
  const channel = `test:${randomUUID()}`
  const arrived = new Promise<string>((resolve) => {
    void bus.subscribe(channel, (message) => resolve(toText(message)))
  })
  await expect.poll(() => bus.publish(`${channel}:other`, '')).toBe(0)
  const closed = once(proxy, 'close')
  proxy.close()
  for (const socket of connections) socket.destroy()
  await closed
  await expect.poll(() => bus.publish(channel, 'lost').catch(() => 'refused')).toBe('refused')
  await listen(port)
  await expect.poll(() => bus.publish(channel, 'found').catch(() => 0)).toBe(1)
  expect(await arrived).toBe('found')
  proxy.close()
})

function toText(message: BusMessage): string {
  return typeof message === 'string' ? message : Buffer.from(message).toString()
}
