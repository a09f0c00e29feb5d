import { H264Packetizer, splitH264NalUnits } from 'werift'
import { AccessUnits, keySlice, nalTypeOf, startCode } from './access-units.ts'
import type { RtpListener } from './video-source.ts'

const clockPerMs = 90
/** Types of NAL units. */
const parameterSets = [7, 8]

/** Splits a byte stream of H.264 (Annex B) into frames and these into packets, without encoding. */
export class H264Packets {
  onPacket: RtpListener = () => {}
  readonly #silenceMs: number
  readonly #units = new AccessUnits((unit) => this.#take(unit))
  readonly #packetizer = new H264Packetizer({ inputFormat: 'annexb' })
  #sets: Buffer[] = []
  #silence: NodeJS.Timeout | undefined
  /** The last frame, if it is a key frame. */
  #key: Buffer | undefined
  #sentAt = Number.NEGATIVE_INFINITY

  /** silenceMs: after so long without data, the frame is complete. */
  constructor(silenceMs: number) {
    this.#silenceMs = silenceMs
  }

  /** Milliseconds since the last frame. */
  get silentMs(): number {
    return performance.now() - this.#sentAt
  }

  push(chunk: Buffer): void {
    this.#units.push(chunk)
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#units.flush(), this.#silenceMs)
  }

  /** One whole frame, with its parameter sets if any; instead of push(). */
  picture(unit: Buffer): void {
    this.#take(unit)
  }

  /** The stream has ended; another one may follow, which starts with a key frame. */
  end(): void {
    clearTimeout(this.#silence)
    this.#units.flush()
  }

  /** Sends the last frame again if it is a key frame; false if it depends on others. */
  repeat(): boolean {
    if (!this.#key) return false
    this.#send(this.#key)
    return true
  }

  close(): void {
    clearTimeout(this.#silence)
    this.onPacket = () => {}
  }

  #take(unit: Buffer): void {
    const parts = splitH264NalUnits(unit, undefined, 'annexb')
    const isKey = parts.some((part) => nalTypeOf(part) === keySlice)
    const whole = this.#withSets(unit, parts, isKey)
    this.#key = isKey ? whole : undefined
    this.#send(whole)
  }

  #send(unit: Buffer): void {
    this.#sentAt = performance.now()
    const time = Math.floor(this.#sentAt * clockPerMs) % 2 ** 32
    for (const packet of this.#packetizer.packetize(unit, time)) this.onPacket(packet)
  }

  /** Some sources send their parameter sets once, but every key frame needs them. */
  #withSets(unit: Buffer, parts: Buffer[], isKey: boolean): Buffer {
    const sets = parts.filter((part) => parameterSets.includes(nalTypeOf(part)))
    if (sets.length) this.#sets = sets
    if (sets.length || !isKey) return unit
    return Buffer.concat([...this.#sets.flatMap((set) => [startCode, set]), unit])
  }
}
