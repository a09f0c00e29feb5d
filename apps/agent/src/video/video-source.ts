import type { RtpPacket } from 'werift'

export type RtpListener = (packet: RtpPacket) => void
/** Target bit rate of encoding, if the line allows it. */
export const maxBitsPerSecond = 8_000_000

export type VideoCodec = 'VP8' | 'VP9' | 'AV1' | 'H264'
/** That the agent encodes itself, the usual one first. */
export const encodedCodecs = ['VP8', 'VP9', 'AV1'] as const satisfies readonly VideoCodec[]
/** Whether a chip of the phone encodes, or a program. */
export type EncoderKind = 'hardware' | 'software'

/**
 * A screen as encoded video. It is encoded once: every viewer gets the same packets. Packets carry RTP payloads of the
 * codec (RFC 7741, RFC 9628, RFC 6184, AV1 by AOMedia), a clock of 90 kHz and rising sequence numbers; payload type and
 * source number differ per viewer and are inserted later.
 */
export interface VideoSource {
  /** Of the newest packet. */
  readonly codec: VideoCodec
  /** Undefined if the source does not say. */
  readonly encoder: EncoderKind | undefined
  /** Replaces the previous listener. */
  set onPacket(listener: RtpListener)
  /** Limited to the rate that the source supports. */
  requestKeyFrame(): void
  /** Encodes with this codec from now on, beginning with a key frame; undefined where the stream is forwarded unchanged. */
  encodeAs?(codec: VideoCodec): void
  /** Limits the bit rate from now on; undefined where the stream is forwarded unchanged. */
  limitBitRate?(bitsPerSecond: number): void
  /**
   * Present encoding time in milliseconds, from the captured frame to its first packet; undefined before the first.
   */
  readonly encodeMs: number | undefined
  close(): Promise<void>
}
