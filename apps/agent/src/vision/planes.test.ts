import { expect, test } from 'vitest'
import { gradient, halve, type Plane, toGrey } from './planes.ts'

const noise = (length: number) => Array.from({ length }, (_, at) => (at * at * 2_654_435_761 + at * 97) % 256)
const planeOf = (width: number, height: number): Plane => ({
  width,
  height,
  data: Uint8Array.from(noise(width * height)),
})
const sizes: [number, number][] = [
  [1, 1],
  [1, 9],
  [2, 2],
  [15, 3],
  [17, 5],
  [33, 31],
  [64, 2],
  [131, 77],
]

test('the brightness of a pixel is the weighted mean of its colours', () => {
  for (const [width, height] of [...sizes, [300, 91] as const]) {
    const rgba = Uint8ClampedArray.from(noise(width * height * 4))
    const expected = Array.from({ length: width * height }, (_, at) => {
      const [red = 0, green = 0, blue = 0] = rgba.subarray(at * 4)
      return (red * 77 + green * 150 + blue * 29) >> 8
    })
    expect([...toGrey({ width, height, rgba }).data]).toEqual(expected)
  }
  const white = toGrey({ width: 1, height: 1, rgba: new Uint8ClampedArray(4).fill(255) })
  expect([...white.data]).toEqual([255])
})

test('half a plane consists of the means of four pixels', () => {
  for (const [width, height] of sizes) {
    const plane = planeOf(width, height)
    const half = halve(plane)
    expect([half.width, half.height]).toEqual([width >> 1, height >> 1])
    const at = (x: number, y: number) => plane.data[y * width + x] ?? 0
    const expected = Array.from({ length: half.width * half.height }, (_, index) => {
      const [x, y] = [(index % half.width) * 2, Math.floor(index / half.width) * 2]
      return (at(x, y) + at(x + 1, y) + at(x, y + 1) + at(x + 1, y + 1) + 2) >> 2
    })
    expect([...half.data]).toEqual(expected)
  }
})

test('edges are differences from the pixels to the right and below', () => {
  for (const [width, height] of sizes) {
    const plane = planeOf(width, height)
    const at = (x: number, y: number) => plane.data[y * width + x] ?? 0
    const expected = Array.from({ length: width * height }, (_, index) => {
      const [x, y] = [index % width, Math.floor(index / width)]
      if (x === width - 1 || y === height - 1) return 0
      return Math.min(255, Math.abs(at(x, y) - at(x + 1, y)) + Math.abs(at(x, y) - at(x, y + 1)))
    })
    expect([...gradient(plane).data]).toEqual(expected)
  }
})
