import type { Plane } from './planes.ts'

/**
 * The inner loop of the picture search as WebAssembly with SIMD: eight products of a pixel and a template value in one
 * instruction. It is assembled here, because a build step would need a compiler.
 *
 *     scan(image, stride, template, vectors, rows, count, out):
 *       for each of `count` neighbouring positions from `image` on
 *         sum = 0, as four lanes
 *         for each of `rows` rows of the template
 *           for each of `vectors` groups of eight columns
 *             sum += eight bytes of the image · eight 16-bit values of the template
 *         store the four lanes at `out`
 */
const i32 = 0x7f
const v128 = 0x7b
const [image, stride, template, vectors, rows, count, out, line, at, values, left, row, sum] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
]
const get = (local: number) => [0x20, local]
const set = (local: number) => [0x21, local]
const constant = (value: number) => [0x41, value]
const loop = (...body: number[][]) => [0x03, 0x40, ...body.flat(), 0x0b]
const copy = (to: number, from: number) => [...get(from), ...set(to)]
const add = (local: number, amount: number[]) => [...get(local), ...amount, 0x6a, ...set(local)]
/** Counts down, and repeats the innermost loop until zero. */
const repeat = (local: number) => [...get(local), ...constant(1), 0x6b, 0x22, local, 0x0d, 0]
const simd = (code: number, ...rest: number[]) => [0xfd, ...unsigned(code), ...rest]
const loadBytes = simd(2, 0, 0)
const load = simd(0, 0, 0)
const store = simd(11, 0, 0)
const zero = simd(12, ...new Array<number>(16).fill(0))
const dot = simd(186)
const addLanes = simd(174)

const products = [...get(at), ...loadBytes, ...get(values), ...load, ...dot]
const eachGroup = loop(
  [...get(sum), ...products, ...addLanes, ...set(sum)],
  add(at, constant(8)),
  add(values, constant(16)),
  repeat(left),
)
const eachRow = loop(copy(at, line), copy(left, vectors), eachGroup, add(line, get(stride)), repeat(row))
const eachPosition = loop(
  [...zero, ...set(sum)],
  copy(line, image),
  copy(values, template),
  copy(row, rows),
  eachRow,
  [...get(out), ...get(sum), ...store],
  add(image, constant(1)),
  add(out, constant(16)),
  repeat(count),
)

function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)]
}
const sized = (bytes: number[]) => [...unsigned(bytes.length), ...bytes]
const section = (id: number, bytes: number[]) => [id, ...sized(bytes)]
const named = (text: string) => sized([...Buffer.from(text)])

const moduleBytes = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [1, 0x60, ...sized(new Array<number>(7).fill(i32)), 0]),
  ...section(2, [1, ...named('env'), ...named('memory'), 2, 0, 1]),
  ...section(3, [1, 0]),
  ...section(7, [1, ...named('scan'), 0, 0]),
  ...section(10, [1, ...sized([2, 5, i32, 1, v128, ...eachPosition, 0x0b])]),
])

type Scan = (...args: [number, number, number, number, number, number, number]) => void

/** 16-bit values whose rows are padded with zeros to groups of eight. */
export interface PaddedTemplate {
  values: Int16Array<ArrayBuffer>
  /** Groups of eight in a row. */
  vectors: number
  rows: number
}

const pageBytes = 65_536
const aligned = (bytes: number) => (bytes + 15) & ~15

/** Sums of products of a template and the pixels below it. */
export class SimdKernel {
  readonly #memory = new WebAssembly.Memory({ initial: 1 })
  readonly #scan: Scan
  #plane: Plane | undefined
  #template: PaddedTemplate | undefined
  #templateAt = 0
  #outAt = 0

  constructor() {
    const instance = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes), {
      env: { memory: this.#memory },
    })
    this.#scan = instance.exports.scan as Scan
  }

  use(plane: Plane, template: PaddedTemplate): void {
    if (plane === this.#plane && template === this.#template) return
    // The last row of the last position reads past the plane, where the template is zero.
    this.#templateAt = aligned(plane.data.length + 16)
    this.#outAt = aligned(this.#templateAt + template.values.byteLength)
    const pages = Math.ceil((this.#outAt + plane.width * 16) / pageBytes)
    const present = this.#memory.buffer.byteLength / pageBytes
    if (pages > present) this.#memory.grow(pages - present)
    if (plane !== this.#plane) new Uint8Array(this.#memory.buffer).set(plane.data)
    new Int16Array(this.#memory.buffer, this.#templateAt).set(template.values)
    this.#plane = plane
    this.#template = template
  }

  /** Four summands of each of `length` positions from x on. */
  sums(x: number, y: number, length: number): Int32Array {
    const plane = this.#plane
    const shape = this.#template
    if (!plane || !shape) throw new Error('nothing to scan')
    this.#scan(
      y * plane.width + x,
      plane.width,
      this.#templateAt,
      shape.vectors,
      shape.rows,
      length,
      this.#outAt,
    )
    return new Int32Array(this.#memory.buffer, this.#outAt, length * 4)
  }
}
