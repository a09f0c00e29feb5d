import type { Plane } from './planes.ts'
import { add, assemble, constant, copy, get, growTo, loop, repeat, set, simd } from './wasm-assembler.ts'

/**
 * The inner loop of the picture search: eight products of a pixel and a template value in one instruction.
 *
 *     scan(image, stride, template, vectors, rows, count, out):
 *       for each of `count` neighbouring positions from `image` on
 *         sum = 0, as four lanes
 *         for each of `rows` rows of the template
 *           for each of `vectors` groups of eight columns
 *             sum += eight bytes of the image · eight 16-bit values of the template
 *         store the four lanes at `out`
 */
const [image, stride, template, vectors, rows, count, out, line, at, values, left, row, sum] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
]
const products = [...get(at), ...simd.loadBytes, ...get(values), ...simd.load(), ...simd.dot16]
const eachGroup = loop(
  [...get(sum), ...products, ...simd.add32, ...set(sum)],
  add(at, constant(8)),
  add(values, constant(16)),
  repeat(left),
)
const eachRow = loop(copy(at, line), copy(left, vectors), eachGroup, add(line, get(stride)), repeat(row))
const eachPosition = loop(
  [...simd.constant(new Array<number>(16).fill(0)), ...set(sum)],
  copy(line, image),
  copy(values, template),
  copy(row, rows),
  eachRow,
  [...get(out), ...get(sum), ...simd.store],
  add(image, constant(1)),
  add(out, constant(16)),
  repeat(count),
)
const module = assemble({ scan: { params: 7, numbers: 5, vectors: 1, body: [eachPosition] } })

type Scan = (...args: [number, number, number, number, number, number, number]) => void

/** 16-bit values whose rows are padded with zeros to groups of eight. */
export interface PaddedTemplate {
  values: Int16Array<ArrayBuffer>
  /** Groups of eight in a row. */
  vectors: number
  rows: number
}

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
    const instance = new WebAssembly.Instance(module, { env: { memory: this.#memory } })
    this.#scan = instance.exports.scan as Scan
  }

  use(plane: Plane, template: PaddedTemplate): void {
    if (plane === this.#plane && template === this.#template) return
    // The last row of the last position reads past the plane, where the template is zero.
    this.#templateAt = aligned(plane.data.length + 16)
    this.#outAt = aligned(this.#templateAt + template.values.byteLength)
    growTo(this.#memory, this.#outAt + plane.width * 16)
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
