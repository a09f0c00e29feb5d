import { expect, test } from 'vitest'
import { CodecChoice } from './codec-choice.ts'

const all = ['VP8', 'VP9', 'AV1'] as const

test('a poor line gets the codec that needs the fewest bits, and keeps it until the line is much better', () => {
  const choice = new CodecChoice()
  expect(choice.choose(all, 8_000_000)).toBe('VP8')
  expect(choice.choose(all, 1_600_000)).toBe('VP8')
  expect(choice.choose(all, 1_500_000)).toBe('AV1')
  expect(choice.choose(all, 2_900_000)).toBe('AV1')
  expect(choice.choose(all, 3_000_000)).toBe('VP8')
  expect(choice.choose(all, 1_600_000)).toBe('VP8')
})

test('only codecs that all viewers decode are chosen', () => {
  const choice = new CodecChoice()
  expect(choice.choose(['VP8', 'VP9'], 800_000)).toBe('VP9')
  expect(choice.choose(['VP8'], 800_000)).toBe('VP8')
  expect(choice.choose(['H264'], 800_000)).toBe('H264')
  expect(choice.choose([], 800_000)).toBeUndefined()
})
