import { expect, test } from 'vitest'
import { AccessUnits } from './access-units.ts'

const code = [0, 0, 0, 1]
const sps = [...code, 0x67, 1, 2]
const pps = [...code, 0x68, 3]
const key = [...code, 0x65, 0x88, 4]
const keyRest = [...code, 0x65, 0x08, 5]
const slice = [...code, 0x41, 0x9a, 6]

function cut(chunks: number[][]): number[][] {
  const units: number[][] = []
  const cutter = new AccessUnits((unit) => units.push([...unit]))
  for (const chunk of chunks) cutter.push(Buffer.from(chunk))
  cutter.flush()
  return units.map((unit) => unit.filter((byte) => byte >= 0x40))
}
const pictures = [
  [0x67, 0x68, 0x65, 0x88, 0x65],
  [0x41, 0x9a],
  [0x41, 0x9a],
]

test('a stream is split into frames, with their parameter sets and all their slices', () => {
  expect(cut([[...sps, ...pps, ...key, ...keyRest, ...slice, ...slice]])).toEqual(pictures)
})

test('it does not matter where the stream is cut in transit', () => {
  const stream = [...sps, ...pps, ...key, ...keyRest, ...slice, ...slice]
  for (let size = 1; size < stream.length; size += 1) {
    const chunks = Array.from({ length: Math.ceil(stream.length / size) }, (_, at) =>
      stream.slice(at * size, (at + 1) * size),
    )
    expect(cut(chunks)).toEqual(pictures)
  }
})

test('a frame is complete as soon as the source goes silent', () => {
  const units: Buffer[] = []
  const cutter = new AccessUnits((unit) => units.push(unit))
  cutter.push(Buffer.from([...sps, ...pps, ...key]))
  expect(units).toHaveLength(0)
  cutter.flush()
  expect(units).toHaveLength(1)
  cutter.push(Buffer.from([7, 7, 7]))
  cutter.flush()
  expect(units).toHaveLength(1)
})

test('a unit without an end is dropped, and the next frame is shown', () => {
  const units: Buffer[] = []
  const cutter = new AccessUnits((unit) => units.push(unit))
  cutter.push(Buffer.from([...sps, ...pps, ...key]))
  for (let n = 0; n < 17; n++) cutter.push(Buffer.alloc(1024 * 1024, 0xff))
  cutter.push(Buffer.from([...sps, ...pps, ...key]))
  cutter.flush()
  expect(units).toHaveLength(1)
  expect(units[0]?.length).toBeLessThan(1000)
})
