import { readdir, readFile, truncate, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DeviceId } from '@fleetdeck/contract/ids'
import { temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { expect, onTestFinished, test } from 'vitest'
import type { BusMessage } from '../bus/bus.ts'
import { InProcessBus } from '../bus/in-process-bus.ts'
import { lastFrameAnswers } from '../bus/messages.ts'
import { LastFrames } from './last-frames.ts'

const id = DeviceId.parse
const kilobyte = 1024
const newBus = () =>
  new InProcessBus((error) => {
    throw error
  })
const log = { warn: () => {}, error: () => {} }
const alone = () => new LastFrames('one', { bus: newBus(), log })

test('the frames that a server keeps are limited, and the oldest is removed first', () => {
  const frames = alone()
  for (let phone = 1; phone <= 1000; phone++) frames.put(id(phone), new Uint8Array(100 * kilobyte), phone)
  expect(frames.bytes).toBeLessThanOrEqual(32 * kilobyte * kilobyte)
  expect(frames.get(id(1))).toBeUndefined()
  expect(frames.get(id(1000))?.until).toBe(1000)
})

test('a newer frame replaces the older one, and a frame that is too large removes it', () => {
  const frames = alone()
  frames.put(id(1), new Uint8Array(10), 1)
  frames.put(id(1), new Uint8Array(20), 2)
  expect(frames.bytes).toBe(20)
  frames.put(id(1), new Uint8Array(300 * kilobyte), 3)
  expect(frames.get(id(1))).toBeUndefined()
  expect(frames.bytes).toBe(0)
})

test('frames of changed devices are forgotten', () => {
  const frames = alone()
  for (const phone of [1, 2, 3]) frames.put(id(phone), new Uint8Array(10), phone)
  frames.forget([id(2)])
  expect([1, 2, 3].map((phone) => frames.get(id(phone))?.until)).toEqual([1, undefined, 3])
  frames.recheck()
  expect(frames.bytes).toBe(0)
})

/** Answers wait until they are let through. */
class HeldBus extends InProcessBus {
  readonly answers = Promise.withResolvers<void>()

  override async publish(channel: string, message: BusMessage) {
    if (channel === lastFrameAnswers('first')) await this.answers.promise
    return super.publish(channel, message)
  }
}

/** The frames of two servers, and the phones for which the first one found newer frames. */
async function twoServers() {
  const bus = new HeldBus((error) => {
    throw error
  })
  const [first, second] = [new LastFrames('first', { bus, log }), new LastFrames('second', { bus, log })]
  const found: DeviceId[] = []
  const stops = [await first.start((one) => found.push(one)), await second.start(() => {})]
  onTestFinished(() => {
    for (const stop of stops) stop()
  })
  return { first, second, found, letThrough: bus.answers.resolve }
}

test('a server gets the newer frames of another one, and no older ones', async () => {
  const { first, second, found, letThrough } = await twoServers()
  letThrough()
  for (const phone of [1, 2, 3]) second.put(id(phone), new Uint8Array([phone]), 10 * phone)
  first.put(id(2), new Uint8Array([99]), 50)
  for (const phone of [1, 2, 3, 4]) first.ask(id(phone))
  await expect.poll(() => found).toEqual([1, 3])
  expect(first.get(id(1))).toEqual({ frame: new Uint8Array([1]), until: 10 })
  expect(first.get(id(2))?.until).toBe(50)
  expect(first.get(id(4))).toBeUndefined()
})

test('an answer is ignored if its device changed since the question', async () => {
  const { first, second, found, letThrough } = await twoServers()
  for (const phone of [1, 2]) second.put(id(phone), new Uint8Array([phone]), 10)
  first.ask(id(1))
  first.ask(id(2))
  // After the question, whose turn came before.
  await new Promise(setImmediate)
  first.forget([id(1)])
  letThrough()
  await expect.poll(() => found).toContain(2)
  expect(found).toEqual([2])
  expect(first.get(id(1))).toBeUndefined()
})

/** A data folder, the devices of its database, and servers that run on it one after the other. */
async function restartable() {
  const data = await temporaryFolder()
  onTestFinished(() => data.remove())
  const folder = path.join(data.path, 'last-frames')
  const owners = new Map([1, 2, 3].map((phone) => [id(phone), 'ann']))
  const said: string[] = []
  let asked = Promise.withResolvers<void>()
  let answers = Promise.resolve()
  const start = async () => {
    const frames = new LastFrames('one', {
      bus: newBus(),
      log: {
        warn: (info, message) => said.push(`${message}: ${JSON.stringify({ ...info, folder: '' })}`),
        error: (_, message) => said.push(message),
      },
      lastFrameStore: {
        folder,
        identities: async (ids) => {
          const found = new Map([...owners].filter(([phone]) => ids.includes(phone)))
          asked.resolve()
          await answers
          return found
        },
      },
    })
    const found: DeviceId[] = []
    const stop = await frames.start((one) => found.push(one))
    onTestFinished(stop)
    return { frames, found }
  }
  return {
    folder,
    owners,
    said,
    start,
    /** One that has written its frames, and stopped. */
    former: async (put: (frames: LastFrames) => void) => {
      const { frames } = await start()
      put(frames)
      await frames.close()
    },
    /** The next look-ups of devices wait; returns when one does, and lets them through. */
    hold: () => {
      const gate = Promise.withResolvers<void>()
      answers = gate.promise
      asked = Promise.withResolvers<void>()
      return { asked: asked.promise, letThrough: gate.resolve }
    },
  }
}

const untils = (frames: LastFrames) => [1, 2, 3].map((phone) => frames.get(id(phone))?.until)
const putAll = (frames: LastFrames) => {
  for (const phone of [1, 2, 3]) frames.put(id(phone), new Uint8Array([phone]), phone * 10)
}

test('a server that starts again has its frames, without those whose devices changed or were removed meanwhile', async () => {
  const { former, start, owners, folder } = await restartable()
  await former(putAll)
  owners.set(id(1), 'bob')
  owners.delete(id(2))
  const { frames, found } = await start()
  await expect.poll(() => found).toEqual([3])
  expect(frames.get(id(3))).toMatchObject({ frame: Buffer.from([3]), until: 30 })
  expect([frames.bytes, ...untils(frames)]).toEqual([1, undefined, undefined, 30])
  await frames.close()
  expect(await readdir(folder)).toEqual(['3.frame'])
})

test('a frame is in the data folder soon after it was put, also if the server is killed', async () => {
  const { start, folder } = await restartable()
  const { frames } = await start()
  frames.put(id(1), new Uint8Array([1]), 10)
  await expect.poll(() => readdir(folder).catch(() => [])).toEqual(['1.frame'])
  frames.forget([id(1)])
  await expect.poll(() => readdir(folder)).toEqual([])
})

test('devices that change while the files are read are forgotten, and newer frames win', async () => {
  const { former, start, hold } = await restartable()
  await former(putAll)
  const lookUp = hold()
  const { frames, found } = await start()
  await lookUp.asked
  frames.forget([id(1)])
  frames.put(id(2), new Uint8Array([9]), 99)
  lookUp.letThrough()
  await expect.poll(() => found).toEqual([3])
  expect(untils(frames)).toEqual([undefined, 99, 30])
})

test('damaged files and those of others are ignored, and the log says so', async () => {
  const { former, start, folder, said } = await restartable()
  await former(putAll)
  await truncate(path.join(folder, '1.frame'), 20)
  const content = await readFile(path.join(folder, '2.frame'))
  await writeFile(path.join(folder, '2.frame'), content.fill(0, content.length - 1))
  await utimes(path.join(folder, '2.frame'), 0, 0)
  await writeFile(path.join(folder, 'notes.txt'), 'mine')
  const { frames, found } = await start()
  await expect.poll(() => found).toEqual([3])
  expect(said).toEqual([
    'ignored foreign files of last frames: {"folder":"","count":1,"files":["notes.txt"]}',
    'ignored damaged files of last frames: {"folder":"","count":2,"files":["1","2"]}',
  ])
  await frames.close()
  expect((await readdir(folder)).toSorted()).toEqual(['3.frame', 'notes.txt'])
})

test('the files are limited as the memory is', async () => {
  const { former, start, folder, owners } = await restartable()
  const phones = Array.from({ length: 400 }, (_, at) => at + 1)
  for (const phone of phones) owners.set(id(phone), 'ann')
  await former((frames) => {
    for (const phone of phones) frames.put(id(phone), new Uint8Array(100 * kilobyte), phone)
  })
  expect((await readdir(folder)).length).toBeLessThan(330)
  const { frames, found } = await start()
  await expect.poll(() => found).toContain(400)
  expect(frames.bytes).toBeLessThanOrEqual(32 * kilobyte * kilobyte)
  expect(frames.get(id(50))).toBeUndefined()
})

test('after a change of unknown devices only the frames of those that are others now are forgotten', async () => {
  const { former, start, owners } = await restartable()
  await former(putAll)
  const { frames, found } = await start()
  await expect.poll(() => found).toHaveLength(3)
  owners.set(id(2), 'bob')
  frames.put(id(3), new Uint8Array([9]), 99)
  frames.recheck()
  await expect.poll(() => untils(frames)).toEqual([10, undefined, 99])
  await frames.close()
})
