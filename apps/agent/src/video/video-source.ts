import type { RtpPacket } from 'werift'

export type RtpListener = (packet: RtpPacket) => void
/** What a picture is coded with where the line carries it. */
export const maxBitsPerSecond = 8_000_000

export type VideoCodec = 'VP8' | 'H264'

/**
 * A screen as coded video. It is coded once, whoever looks: every viewer gets the same packets.
 * Packets carry RTP payloads of the codec (RFC 7741, RFC 6184), a clock of 90 kHz and rising sequence numbers;
 * payload type and source number are each viewer's own and put in later.
 */
export interface VideoSource {
  readonly codec: VideoCodec
  /** Replaces the listener before. */
  set onPacket(listener: RtpListener)
  /** Not carried out more often than the source can stand. */
  requestKeyFrame(): void
  /** Codes with no more than so many bits per second from now on; missing where the stream is passed on as it is. */
  limitBitRate?(bitsPerSecond: number): void
  /** Milliseconds that coding takes at present, from the captured picture to its first packet; undefined before the first. */
  readonly encodeMs: number | undefined
  close(): Promise<void>
}
