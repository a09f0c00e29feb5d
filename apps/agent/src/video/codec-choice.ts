import type { VideoCodec } from './video-source.ts'

/** Bits per second. At the lower rate, fewer bits are worth more time for encoding; above the higher one they are not. */
const poorLine = { begins: 1_500_000, ends: 3_000_000 }
/** Those that need the fewest bits for the same screen, best first. */
const thriftyCodecs: readonly VideoCodec[] = ['AV1', 'VP9']

/** The codec of one encoder for all viewers: the usual one, and a thriftier one on a poor line. */
export class CodecChoice {
  #isPoor = false

  /**
   * common: what the phone encodes and all viewers decode, the usual one first. Undefined if there is none.
   * bitsPerSecond: the rate of the encoder.
   */
  choose(common: readonly VideoCodec[], bitsPerSecond: number): VideoCodec | undefined {
    this.#isPoor = bitsPerSecond < (this.#isPoor ? poorLine.ends : poorLine.begins + 1)
    const thrifty = thriftyCodecs.find((codec) => common.includes(codec))
    return (this.#isPoor && thrifty) || common[0]
  }
}
