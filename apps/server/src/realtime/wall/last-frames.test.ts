import { DeviceId } from '@fleetdeck/contract/ids'
import { expect, test } from 'vitest'
import { LastFrames } from './last-frames.ts'

const id = DeviceId.parse
const kilobyte = 1024

test('the frames that a server keeps are limited, and the oldest is removed first', () => {
  const frames = new LastFrames()
  for (let phone = 1; phone <= 1000; phone++) frames.put(id(phone), new Uint8Array(100 * kilobyte), phone)
  expect(frames.bytes).toBeLessThanOrEqual(32 * kilobyte * kilobyte)
  expect(frames.get(id(1))).toBeUndefined()
  expect(frames.get(id(1000))?.until).toBe(1000)
})

test('a newer frame replaces the older one, and a frame that is too large removes it', () => {
  const frames = new LastFrames()
  frames.put(id(1), new Uint8Array(10), 1)
  frames.put(id(1), new Uint8Array(20), 2)
  expect(frames.bytes).toBe(20)
  frames.put(id(1), new Uint8Array(300 * kilobyte), 3)
  expect(frames.get(id(1))).toBeUndefined()
  expect(frames.bytes).toBe(0)
})

test('frames of changed devices are forgotten', () => {
  const frames = new LastFrames()
  for (const phone of [1, 2, 3]) frames.put(id(phone), new Uint8Array(10), phone)
  frames.forget([id(2)])
  expect([1, 2, 3].map((phone) => frames.get(id(phone))?.until)).toEqual([1, undefined, 3])
  frames.forget()
  expect(frames.bytes).toBe(0)
})
