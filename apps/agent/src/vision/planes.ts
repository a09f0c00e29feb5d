import type { ScreenPixels } from '../drivers/device-driver.ts'
import { add, assemble, constant, copy, get, growTo, loop, repeat, set, simd } from './wasm-assembler.ts'

/** One byte for each pixel, row by row. */
export interface Plane {
  width: number
  height: number
  data: Uint8Array
}

/*
 * Planes are made sixteen pixels at a time. The last group of a row may reach beyond it: what it writes there is
 * overwritten by the next row.
 */
const group = 16

/** Red, green and blue of a pixel, as 16-bit values, twice. */
const weights = simd.constant([77, 0, 150, 0, 29, 0, 0, 0, 77, 0, 150, 0, 29, 0, 0, 0])
const firstOfPairs = simd.shuffle([0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27])
const secondOfPairs = simd.shuffle([4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31])

/** grey(from, to, groups): the brightness of RGBA. */
function greyFunction() {
  const [from, to, groups, pixels, low, high] = [0, 1, 2, 4, 5, 6]
  const weighted = (extend: number[]) => [...get(pixels), ...extend, ...weights, ...simd.dot16]
  const fourPixels = (offset: number) => [
    ...get(from),
    ...simd.load(offset),
    ...set(pixels),
    ...weighted(simd.extendLow8),
    ...set(low),
    ...weighted(simd.extendHigh8),
    ...set(high),
    ...[...get(low), ...get(high), ...firstOfPairs, ...get(low), ...get(high), ...secondOfPairs],
    ...[...simd.add32, ...constant(8), ...simd.shiftRight32],
  ]
  const eight = (offset: number) => [...fourPixels(offset), ...fourPixels(offset + 16), ...simd.narrow32]
  const body = loop(
    [...get(to), ...eight(0), ...eight(32), ...simd.narrow16, ...simd.store],
    add(from, constant(32)),
    add(from, constant(32)),
    add(to, constant(group)),
    repeat(groups),
  )
  return { params: 3, numbers: 1, vectors: 3, body: [body] }
}

/** halve(from, width, to, half, rows, groups): means of four pixels; `half` is the width of a row of the result. */
function halveFunction() {
  const [from, width, to, half, rows, groups, at, out, left] = [0, 1, 2, 3, 4, 5, 6, 7, 8]
  const pairs = (row: number[], offset: number) => [...row, ...simd.load(offset), ...simd.addPairs8]
  const below = [...get(at), ...get(width), 0x6a]
  const two = simd.constant([2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0])
  const eight = (offset: number) => [
    ...pairs(get(at), offset),
    ...pairs(below, offset),
    ...[...simd.add16, ...two, ...simd.add16, ...constant(2), ...simd.shiftRight16],
  ]
  const eachGroup = loop(
    [...get(out), ...eight(0), ...eight(16), ...simd.narrow16, ...simd.store],
    add(at, constant(32)),
    add(out, constant(group)),
    repeat(left),
  )
  const eachRow = loop(
    copy(at, from),
    copy(out, to),
    copy(left, groups),
    eachGroup,
    add(from, get(width)),
    add(from, get(width)),
    add(to, get(half)),
    repeat(rows),
  )
  return { params: 6, numbers: 3, vectors: 0, body: [eachRow] }
}

/** gradient(from, width, to, groups): differences from the pixels to the right and below, added. */
function gradientFunction() {
  const [from, width, to, groups, here, other] = [0, 1, 2, 3, 5, 6]
  const difference = (address: number[], offset: number) => [
    ...[...address, ...simd.load(offset), ...set(other)],
    ...[...get(here), ...get(other), ...simd.subtractSaturated8],
    ...[...get(other), ...get(here), ...simd.subtractSaturated8],
    ...simd.or,
  ]
  const body = loop(
    [...get(from), ...simd.load(), ...set(here)],
    [...get(to), ...difference(get(from), 1), ...difference([...get(from), ...get(width), 0x6a], 0)],
    [...simd.addSaturated8, ...simd.store],
    add(from, constant(group)),
    add(to, constant(group)),
    repeat(groups),
  )
  return { params: 4, numbers: 1, vectors: 2, body: [body] }
}

const memory = new WebAssembly.Memory({ initial: 1 })
const module = assemble({ grey: greyFunction(), halve: halveFunction(), gradient: gradientFunction() })
const kernel = new WebAssembly.Instance(module, { env: { memory } }).exports as Record<
  'grey' | 'halve' | 'gradient',
  (...args: number[]) => void
>
/** What the last group of a plane may read or write beyond it. */
const margin = 2 * group
/** Pixels that are copied at a time: they stay in the processor's cache. */
const portion = 8192

export function toGrey({ width, height, rgba }: ScreenPixels): Plane {
  const data = new Uint8Array(width * height)
  const greyAt = portion * 4
  growTo(memory, greyAt + portion)
  const bytes = new Uint8Array(memory.buffer)
  for (let at = 0; at < data.length; at += portion) {
    const count = Math.min(portion, data.length - at)
    bytes.set(rgba.subarray(at * 4, (at + count) * 4))
    kernel.grey(0, greyAt, Math.ceil(count / group))
    data.set(bytes.subarray(greyAt, greyAt + count), at)
  }
  return { width, height, data }
}

/** At half the size; each pixel is the mean of four. */
export function halve({ width, height, data }: Plane): Plane {
  const half = { width: width >> 1, height: height >> 1 }
  const size = half.width * half.height
  return {
    ...half,
    data: transform(data, size, (to) => {
      if (size) kernel.halve(0, width, to, half.width, half.height, Math.ceil(half.width / group))
    }),
  }
}

/** How much each pixel differs from those to its right and below: the same for dark on light and light on dark. */
export function gradient({ width, height, data }: Plane): Plane {
  const edges = transform(data, data.length, (to) =>
    kernel.gradient(0, width, to, Math.ceil(data.length / group)),
  )
  for (let at = width - 1; at < edges.length; at += width) edges[at] = 0
  edges.fill(0, width * (height - 1))
  return { width, height, data: edges }
}

function transform(data: Uint8Array, size: number, run: (to: number) => void): Uint8Array {
  const to = data.length + margin
  // A gradient reads a row beyond the plane, whose result is dropped.
  growTo(memory, to + Math.max(size, data.length) + margin)
  const bytes = new Uint8Array(memory.buffer)
  bytes.set(data)
  run(to)
  return bytes.slice(to, to + size)
}
