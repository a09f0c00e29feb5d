/**
 * WebAssembly with SIMD, put together here because a build step would need a compiler. Instructions are lists of bytes.
 */
const i32 = 0x7f
const v128 = 0x7b

function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)]
}
const sized = (bytes: number[]) => [...unsigned(bytes.length), ...bytes]
const section = (id: number, bytes: number[]) => [id, ...sized(bytes)]
const named = (text: string) => sized([...Buffer.from(text)])
const list = (parts: number[][]) => [...unsigned(parts.length), ...parts.flat()]
const vector = (code: number, ...rest: number[]) => [0xfd, ...unsigned(code), ...rest]

export const get = (local: number) => [0x20, local]
export const set = (local: number) => [0x21, local]
/** 0 to 63. */
export const constant = (value: number) => [0x41, value]
export const loop = (...body: number[][]) => [0x03, 0x40, ...body.flat(), 0x0b]
export const copy = (to: number, from: number) => [...get(from), ...set(to)]
export const add = (local: number, amount: number[]) => [...get(local), ...amount, 0x6a, ...set(local)]
/** Counts down, and repeats the innermost loop until zero. */
export const repeat = (local: number) => [...get(local), ...constant(1), 0x6b, 0x22, local, 0x0d, 0]

/** Vectors of 128 bits; the names are those of WebAssembly, with the width of the values. */
export const simd = {
  load: (offset = 0) => vector(0, 0, offset),
  /** Eight bytes as 16-bit values. */
  loadBytes: vector(2, 0, 0),
  store: vector(11, 0, 0),
  constant: (bytes: number[]) => vector(12, ...bytes),
  shuffle: (lanes: number[]) => vector(13, ...lanes),
  or: vector(80),
  narrow16: vector(102),
  addSaturated8: vector(112),
  subtractSaturated8: vector(115),
  addPairs8: vector(125),
  narrow32: vector(134),
  extendLow8: vector(137),
  extendHigh8: vector(138),
  shiftRight16: vector(141),
  add16: vector(142),
  shiftRight32: vector(173),
  add32: vector(174),
  dot16: vector(186),
}

interface WasmFunction {
  /** 32-bit numbers; locals are counted on from them. */
  params: number
  numbers: number
  vectors: number
  body: number[][]
}

/** Exports the functions and imports `env.memory`. */
export function assemble(functions: Record<string, WasmFunction>): WebAssembly.Module {
  const all = Object.entries(functions)
  const types = all.map(([, { params }]) => [0x60, ...sized(new Array<number>(params).fill(i32)), 0])
  const exported = all.map(([name], index) => [...named(name), 0, index])
  const code = all.map(([, { numbers, vectors, body }]) =>
    sized([2, numbers, i32, vectors, v128, ...body.flat(), 0x0b]),
  )
  return new WebAssembly.Module(
    Uint8Array.from([
      ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...section(1, list(types)),
      ...section(2, [1, ...named('env'), ...named('memory'), 2, 0, 1]),
      ...section(3, list(all.map((_, index) => [index]))),
      ...section(7, list(exported)),
      ...section(10, list(code)),
    ]),
  )
}

const pageBytes = 65_536

export function growTo(memory: WebAssembly.Memory, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
}
