import { nalTypeOf, startCode } from './access-units.ts'

/** What a stream of H.264 says about its frames, in its sequence parameter set (ITU-T H.264, 7.3.2.1.1 and E.1.1). */
export interface H264Format {
  /** Visible pixels. */
  width: number
  height: number
  /** Frames are coded in whole blocks of 16 × 16 pixels; the visible part begins here. */
  left: number
  top: number
  matrix: 'bt601' | 'bt709'
  isFullRange: boolean
}

const baseline = 66
const sequenceParameterSet = 7
const block = 16
const extendedAspect = 255
const matrices = { bt709: 1, unknown: 2 } as const
/** Without a word about it, such frames have the colours of high definition. */
const highDefinition = 720

/** The format of a stream that a decoder of the baseline profile can decode; undefined for all others. */
export function baselineFormat(unit: Buffer): H264Format | undefined {
  const set = sequenceSet(unit)
  if (set?.[1] !== baseline) return undefined
  return readFormat(new Bits(withoutEscapes(set.subarray(4))))
}

function sequenceSet(unit: Buffer): Buffer | undefined {
  for (let at = unit.indexOf(startCode); at >= 0; ) {
    const from = at + startCode.length
    at = unit.indexOf(startCode, from)
    const nal = unit.subarray(from, at < 0 ? unit.length : at)
    if (nal.length > 4 && nalTypeOf(nal) === sequenceParameterSet) return nal
  }
  return undefined
}

function readFormat(bits: Bits): H264Format | undefined {
  bits.number() // its id
  bits.number() // bits of frame numbers
  skipOrder(bits)
  bits.number() // reference frames
  bits.flag()
  const coded = { width: (bits.number() + 1) * block, height: (bits.number() + 1) * block }
  const isProgressive = bits.flag()
  if (!isProgressive) return undefined
  bits.flag()
  // In units of two pixels.
  const [left, right, top, bottom] = bits.flag() ? bits.numbers(4).map((edge) => edge * 2) : [0, 0, 0, 0]
  const width = coded.width - (left ?? 0) - (right ?? 0)
  const height = coded.height - (top ?? 0) - (bottom ?? 0)
  if (width <= 0 || height <= 0) return undefined
  const { matrix = matrices.unknown, isFullRange = false } = bits.flag() ? readColors(bits) : {}
  const isHigh = Math.max(width, height) > highDefinition
  const isNewer = matrix === matrices.unknown ? isHigh : matrix === matrices.bt709
  return { width, height, left: left ?? 0, top: top ?? 0, matrix: isNewer ? 'bt709' : 'bt601', isFullRange }
}

/** How the order of frames is coded. */
function skipOrder(bits: Bits): void {
  const type = bits.number()
  if (type === 0) bits.number()
  if (type !== 1) return
  bits.flag()
  bits.numbers(2)
  bits.numbers(Math.min(bits.number(), 255))
}

function readColors(bits: Bits): { matrix?: number; isFullRange?: boolean } {
  if (bits.flag() && bits.read(8) === extendedAspect) bits.read(32)
  if (bits.flag()) bits.flag()
  if (!bits.flag()) return {}
  bits.read(3)
  const isFullRange = bits.flag()
  if (!bits.flag()) return { isFullRange }
  bits.read(16)
  return { isFullRange, matrix: bits.read(8) }
}

/** A zero, a zero and a three: the three only prevents a start code. */
function withoutEscapes(bytes: Buffer): Buffer {
  const plain = bytes.filter((byte, at) => byte !== 3 || bytes[at - 1] !== 0 || bytes[at - 2] !== 0)
  return Buffer.from(plain)
}

class Bits {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** Zeros after the end. */
  read(count: number): number {
    let value = 0
    for (let bit = 0; bit < count; bit += 1, this.#at += 1)
      value = value * 2 + (((this.#bytes[this.#at >> 3] ?? 0) >> (7 - (this.#at & 7))) & 1)
    return value
  }

  flag(): boolean {
    return this.read(1) === 1
  }

  /** An Exp-Golomb code; the sign of a signed one does not matter here. */
  number(): number {
    let zeros = 0
    while (zeros < 32 && !this.flag()) zeros += 1
    return 2 ** zeros - 1 + this.read(zeros)
  }

  numbers(count: number): number[] {
    return Array.from({ length: count }, () => this.number())
  }
}
