import { readNumber, writeNumber } from './wasm-numbers.ts'

/** Rounds of loops between two polls; at a few nanoseconds each, fewer than a turn has. */
const rounds = 20_000
/** No call outside of turns takes so many, not even for the longest answer, unless a script makes it. */
export const mostRounds = 200_000_000
/** Two to this power bytes are copied or filled in the time of a round. */
const bytesShift = 5
const i32 = 0x7f
const variable = 1

/** Instructions, by their names in the specification of WebAssembly (chapter 5.4). */
const is = {
  loop: 0x03,
  if: 0x04,
  end: 0x0b,
  branchTable: 0x0e,
  call: 0x10,
  drop: 0x1a,
  globalGet: 0x23,
  globalSet: 0x24,
  constant: 0x41,
  float: 0x43,
  double: 0x44,
  lessOrEqual: 0x4c,
  lastPlain: 0xc4,
  subtract: 0x6b,
  shiftRight: 0x76,
  prefix: 0xfc,
}
const noType = 0x40
/** After the prefix. */
const bulk = { initialise: 8, dropData: 9, copy: 10, fill: 11 }

const range = (first: number, last: number, numbers: number): [number, number][] =>
  Array.from({ length: last - first + 1 }, (_, at) => [first + at, numbers])
/** How many numbers follow an instruction; none follows those that are missing. */
const operands = new Map([
  ...range(0x02, 0x04, 1),
  ...range(0x0c, 0x0d, 1),
  ...range(0x10, 0x10, 1),
  ...range(0x11, 0x11, 2),
  ...range(0x20, 0x24, 1),
  ...range(0x28, 0x3e, 2),
  ...range(0x3f, 0x42, 1),
])
const bulkOperands = new Map([
  ...range(0, 7, 0),
  [bulk.initialise, 2],
  [bulk.dropData, 1],
  [bulk.copy, 2],
  [bulk.fill, 1],
])
/** Exceptions, tail calls, references, vectors: this program has none. */
const unknown = new Set(
  [...range(0x05 + 1, 0x0a, 0), ...range(0x12, 0x19, 0), ...range(0x1c, 0x1f, 0)].map(([op]) => op),
)

/**
 * Code of WebAssembly in which each loop polls after a number of rounds. Copies and fills of memory are one instruction
 * each, and count by their length.
 */
export class PollingCode {
  /** Entries for the list of globals: the rounds that are left, and a length. */
  readonly globals: number[][]
  readonly roundsGlobal: number
  readonly #poll: number[]
  readonly #keepLength: number[]
  readonly #countLength: number[]

  constructor({ poll, firstGlobal }: { poll: number; firstGlobal: number }) {
    this.roundsGlobal = firstGlobal
    const constant = (value: number) => [is.constant, ...writeSigned(value)]
    const [left, length] = [writeNumber(firstGlobal), writeNumber(firstGlobal + 1)]
    const get = (global: number[]) => [is.globalGet, ...global]
    const set = (global: number[]) => [is.globalSet, ...global]
    this.globals = [rounds, 0].map((value) => [i32, variable, ...constant(value), is.end])
    this.#poll = [
      ...[...get(left), ...constant(1), is.subtract, ...set(left)],
      ...[...get(left), ...constant(0), is.lessOrEqual, is.if, noType],
      ...[...constant(rounds), ...set(left)],
      ...[...constant(0), is.call, ...writeNumber(poll), is.drop],
      is.end,
    ]
    this.#keepLength = [...set(length), ...get(length)]
    this.#countLength = [
      ...[...get(left), ...get(length), ...constant(bytesShift), is.shiftRight, is.subtract],
      ...set(left),
    ]
  }

  /** The section with the code of all functions. */
  adapt(section: Uint8Array): Uint8Array {
    let [count, at] = readNumber(section, 0)
    const parts: Uint8Array[] = [section.subarray(0, at)]
    for (; count > 0; count -= 1) {
      const [size, from] = readNumber(section, at)
      at = from + size
      const body = this.#adaptBody(section.subarray(from, at))
      parts.push(Uint8Array.from(writeNumber(body.length)), body)
    }
    return Buffer.concat(parts)
  }

  #adaptBody(body: Uint8Array): Uint8Array {
    const parts: Uint8Array[] = []
    let kept = 0
    const insert = (at: number, instructions: number[]) => {
      parts.push(body.subarray(kept, at), Uint8Array.from(instructions))
      kept = at
    }
    for (let at = skipLocals(body); at < body.length; ) {
      const start = at
      at = skipInstruction(body, at)
      if (body[start] === is.loop) insert(at, this.#poll)
      if (body[start] !== is.prefix) continue
      const [kind] = readNumber(body, start + 1)
      if (kind !== bulk.copy && kind !== bulk.fill) continue
      insert(start, this.#keepLength)
      insert(at, this.#countLength)
    }
    return Buffer.concat([...parts, body.subarray(kept)])
  }
}

/** Groups of locals: a number and a type. */
function skipLocals(body: Uint8Array): number {
  let [groups, at] = readNumber(body, 0)
  for (; groups > 0; groups -= 1) at = readNumber(body, at)[1] + 1
  return at
}

/** Where the next one begins. */
function skipInstruction(body: Uint8Array, start: number): number {
  const instruction = body[start] ?? 0
  if (instruction === is.float) return start + 5
  if (instruction === is.double) return start + 9
  let at = start + 1
  let numbers = operands.get(instruction) ?? 0
  if (instruction === is.branchTable) {
    ;[numbers, at] = readNumber(body, at)
    numbers += 1
  } else if (instruction === is.prefix) {
    let kind: number
    ;[kind, at] = readNumber(body, at)
    numbers = bulkOperands.get(kind) ?? Number.NaN
  } else if (instruction > is.lastPlain || unknown.has(instruction)) numbers = Number.NaN
  if (Number.isNaN(numbers)) throw new Error('the program of QuickJS has changed')
  for (; numbers > 0; numbers -= 1) at = readNumber(body, at)[1]
  return at
}

/** The last byte has the sign. */
const writeSigned = (value: number): number[] =>
  value < 64 ? [value] : [(value & 127) | 128, ...writeSigned(value >>> 7)]
