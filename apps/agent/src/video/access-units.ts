/** Types of NAL units (ITU-T H.264, table 7-1). */
const slice = 1
export const keySlice = 5
const delimiter = 9
const maxUnitBytes = 16 * 1024 * 1024
/** Of a frame, each with its start code. */
const maxUnits = 10_000
/** Before each NAL unit. */
export const startCode = Buffer.from([0, 0, 1])

/**
 * Splits a byte stream of H.264 (Annex B) into access units, each one frame. The stream does not mark the end of a
 * frame, only the start of the next one: flush() ends it, on better knowledge or after silence.
 */
export class AccessUnits {
  readonly #onUnit: (unit: Buffer) => void
  #rest: Buffer = Buffer.alloc(0)
  #units: Buffer[] = []
  #unitBytes = 0
  #hasPicture = false

  constructor(onUnit: (unit: Buffer) => void) {
    this.#onUnit = onUnit
  }

  push(chunk: Buffer): void {
    this.#rest = this.#rest.length ? Buffer.concat([this.#rest, chunk]) : chunk
    let from = this.#rest.indexOf(startCode)
    while (from >= 0) {
      const next = this.#rest.indexOf(startCode, from + startCode.length)
      if (next < 0) break
      this.#take(this.#rest.subarray(from + startCode.length, next))
      from = next
    }
    if (from >= 0) this.#rest = this.#rest.subarray(from)
    if (this.#rest.length > maxUnitBytes) this.#rest = Buffer.alloc(0)
  }

  flush(): void {
    if (this.#rest.length > startCode.length) this.#take(this.#rest.subarray(startCode.length))
    this.#rest = Buffer.alloc(0)
    this.#end()
  }

  #take(bytes: Buffer): void {
    const unit = withoutTrailingZeros(bytes)
    if (unit.length === 0) return
    if (this.#hasPicture && beginsPicture(unit)) this.#end()
    this.#hasPicture ||= isSlice(unit)
    this.#unitBytes += unit.length
    this.#units.push(startCode, unit)
    // No frame is as large: this is no video, or one without frames.
    if (this.#unitBytes > maxUnitBytes || this.#units.length > maxUnits) this.#drop()
  }

  #drop(): void {
    this.#units = []
    this.#unitBytes = 0
    this.#hasPicture = false
  }

  #end(): void {
    // Parameter sets without a frame belong to the next one.
    if (!this.#hasPicture) return
    const units = this.#units
    this.#drop()
    this.#onUnit(Buffer.concat(units))
  }
}

export const nalTypeOf = (unit: Buffer) => (unit[0] ?? 0) & 31
const isSlice = (unit: Buffer) => nalTypeOf(unit) === slice || nalTypeOf(unit) === keySlice

/** A slice that begins at the first macroblock, or a unit that can only precede a frame's slices. */
function beginsPicture(unit: Buffer): boolean {
  if (isSlice(unit)) return ((unit[1] ?? 0) & 128) !== 0
  return nalTypeOf(unit) >= 6 && nalTypeOf(unit) <= delimiter
}

function withoutTrailingZeros(bytes: Buffer): Buffer {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0) end -= 1
  return bytes.subarray(0, end)
}
