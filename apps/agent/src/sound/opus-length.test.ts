import { expect, test } from 'vitest'
import { opusLength } from './opus-length.ts'

const packet = (config: number, code: number, second = 0) => Buffer.of((config << 3) | 4 | code, second)

test.each([
  [0, 0, 10],
  [3, 0, 60],
  [11, 1, 120],
  [13, 0, 20],
  [16, 0, 2.5],
  [31, 0, 20],
  [31, 2, 40],
])('a packet of configuration %i and code %i lasts %d ms', (config, code, ms) => {
  expect(opusLength(packet(config, code))).toBe(ms)
})

test('a packet tells how many frames it has, up to 120 ms', () => {
  expect(opusLength(packet(31, 3, 6))).toBe(120)
  expect(opusLength(packet(31, 3, 0x80 | 3))).toBe(60)
  expect(opusLength(packet(31, 3, 7))).toBeUndefined()
  expect(opusLength(packet(31, 3, 0))).toBeUndefined()
  expect(opusLength(Buffer.alloc(0))).toBeUndefined()
})
