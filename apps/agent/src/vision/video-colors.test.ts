import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { fitToScreen, toRgba } from './video-colors.ts'

const plain = { width: 2, height: 2, isFullRange: false, matrix: 'bt709' } as const
/** A frame of 2 × 2 pixels of one colour. */
const planesOf = (light: number, u: number, v: number) => Uint8Array.from([light, light, light, light, u, v])
const colourOf = (planes: Uint8Array, format: Parameters<typeof toRgba>[1] = plain) => [
  ...toRgba(planes, format).rgba.slice(0, 4),
]

test('colours of a video follow its own description', () => {
  expect(colourOf(planesOf(16, 128, 128))).toEqual([0, 0, 0, 255])
  expect(colourOf(planesOf(235, 128, 128))).toEqual([255, 255, 255, 255])
  expect(colourOf(planesOf(63, 102, 240))).toEqual([255, 1, 0, 255])
  expect(colourOf(planesOf(81, 90, 240), { ...plain, matrix: 'bt601' })).toEqual([254, 0, 0, 255])
  expect(colourOf(planesOf(255, 128, 128), { ...plain, isFullRange: true })).toEqual([255, 255, 255, 255])
  expect(colourOf(planesOf(76, 85, 255), { ...plain, isFullRange: true, matrix: 'bt601' })).toEqual([
    254, 0, 0, 255,
  ])
})

test('a frame with odd sides has its last row and column', () => {
  const planes = new Uint8Array(9 + 2 * 4).fill(128)
  planes.set([16, 16, 16, 16, 16, 16, 16, 16, 235])
  expect([...toRgba(planes, { ...plain, width: 3, height: 3 }).rgba.slice(-8)]).toEqual([
    ...[0, 0, 0, 255],
    ...[255, 255, 255, 255],
  ])
})

test('an fitToScreend frame shows the same at the same fractions of its sides', () => {
  const canvas = createCanvas(80, 160)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#204060'
  pen.fillRect(0, 0, 80, 160)
  pen.fillStyle = '#fedcba'
  pen.fillRect(40, 80, 40, 80)
  const rgba = pen.getImageData(0, 0, 80, 160).data
  const large = fitToScreen({ width: 80, height: 160, rgba }, { width: 100, height: 200 })
  const at = (x: number, y: number) => [...large.rgba.slice((y * 100 + x) * 4, (y * 100 + x) * 4 + 4)]
  expect(large.rgba.length).toBe(100 * 200 * 4)
  for (const [x, y] of [
    [0, 0],
    [48, 98],
    [99, 0],
    [0, 199],
  ] as const)
    expect(at(x, y)).toEqual([0x20, 0x40, 0x60, 255])
  for (const [x, y] of [
    [51, 101],
    [99, 199],
    [99, 101],
  ] as const)
    expect(at(x, y)).toEqual([0xfe, 0xdc, 0xba, 255])
  expect(fitToScreen(large, { width: 100, height: 200 })).toBe(large)
})
