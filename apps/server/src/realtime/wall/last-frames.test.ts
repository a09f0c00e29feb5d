import { DeviceId } from '@fleetdeck/contract/ids'
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
const alone = () => new LastFrames('one', newBus())

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
  frames.forget()
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
  const [first, second] = [new LastFrames('first', bus), new LastFrames('second', bus)]
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
