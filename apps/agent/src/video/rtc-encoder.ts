import wrtc from '@roamhq/wrtc'
import { MediaStreamTrack, RTCPeerConnection, type RtpPacket, useAV1, useVP8, useVP9 } from 'werift'
import { EncodeClock } from './encode-clock.ts'
import { exchangeCandidates, openConnection } from './loopback.ts'
import { ownStunOnly } from './own-stun-only.ts'
import {
  encodedCodecs,
  maxBitsPerSecond,
  type RtpListener,
  type VideoCodec,
  type VideoSource,
} from './video-source.ts'

const { nonstandard } = wrtc
const [usualCodec] = encodedCodecs
/** Bits per second. The loopback connection has no limit of its own; these prevent the encoder from guessing one. */
const bitRate = { start: 4_000_000, min: 1_000_000 }
const keyFrameEveryMs = 300
/** The encoder drops a frame occasionally: no packet of it arrives. */
export const longestCodingMs = 60

/** A frame as RGBA, its sides even. */
export interface RawPicture {
  width: number
  height: number
  rgba: Uint8Array
}

/**
 * VP8, VP9 or AV1 from frames. The encoder is part of a peer connection, so one is opened to this process, and the
 * packets received there go to the viewers. Alternatives were measured: docs/decisions/005-vp8-encoder.md.
 */
export class RtcEncoder implements VideoSource {
  readonly encoder = 'software'
  codec: VideoCodec = usualCodec
  onPacket: RtpListener = () => {}
  readonly #source = new nonstandard.RTCVideoSource({ isScreencast: false })
  readonly #track = this.#source.createTrack()
  readonly #sender = new wrtc.RTCPeerConnection({ iceServers: [] })
  readonly #far = new RTCPeerConnection({ iceServers: [], codecs: { video: localCodecs() } })
  readonly #clock = new EncodeClock()
  /** The other direction decodes: packets in, frames out. */
  readonly #incoming = new MediaStreamTrack({ kind: 'video' })
  #sink: InstanceType<typeof nonstandard.RTCVideoSink> | undefined
  onDecoded: (picture: RawPicture) => void = () => {}
  onNeedsKeyFrame: () => void = () => {}
  /** The first packet of a frame has arrived. */
  onCoded: () => void = () => {}
  #codingSince = Number.NEGATIVE_INFINITY
  #rtpTime: number | undefined
  #keyFrameAskedAt = Number.NEGATIVE_INFINITY
  #keyFrameTimer: NodeJS.Timeout | undefined
  #ssrc: number | undefined
  #decodedSsrc: number | undefined
  #i420: RawI420 | undefined
  #answer = ''
  #wanted: EncodedAs = { codec: usualCodec, bitsPerSecond: maxBitsPerSecond }
  readonly #codecs = new Map<number, VideoCodec>()
  #negotiating: Promise<unknown> = Promise.resolve()

  static async open(): Promise<RtcEncoder> {
    const encoder = new RtcEncoder()
    try {
      await encoder.#connect()
      return encoder
    } catch (error) {
      await encoder.close()
      throw error
    }
  }

  get encodeMs(): number | undefined {
    return this.#clock.meanMs
  }

  limitBitRate(bitsPerSecond: number): void {
    this.#want({ ...this.#wanted, bitsPerSecond: Math.min(maxBitsPerSecond, bitsPerSecond) })
  }

  encodeAs(codec: VideoCodec): void {
    this.#want({ ...this.#wanted, codec })
  }

  /** Whether another frame would have to wait. */
  get isCoding(): boolean {
    return performance.now() - this.#codingSince < longestCodingMs
  }

  get isConnected(): boolean {
    return this.#sender.connectionState === 'connected'
  }

  /** Detaches the present user. */
  rest(): void {
    clearTimeout(this.#keyFrameTimer)
    this.#keyFrameTimer = undefined
    this.onPacket = () => {}
    this.onDecoded = () => {}
    this.onNeedsKeyFrame = () => {}
    this.onCoded = () => {}
    this.#i420 = undefined
    this.#want({ codec: usualCodec, bitsPerSecond: maxBitsPerSecond })
  }

  encode({ width, height, rgba }: RawPicture): void {
    const i420 = this.#ensurePlanes(width, height)
    nonstandard.rgbaToI420({ width, height, data: rgba }, i420)
    this.#clock.pictureIn()
    this.#codingSince = performance.now()
    this.#source.onFrame(i420)
  }

  /** Decoded frames of these packets, also VP8, are passed to onDecoded. */
  decode(packet: RtpPacket): void {
    packet.header.extensions = []
    // Another source counts from a different start; frames older than the last one would never be shown.
    if (packet.header.ssrc !== this.#decodedSsrc) this.#incoming.onSourceChanged.execute(packet.header)
    this.#decodedSsrc = packet.header.ssrc
    this.#incoming.writeRtp(packet)
  }

  /** Encodes the last frame again. */
  repeat(): void {
    if (!this.#i420) return
    this.#clock.pictureIn()
    this.#source.onFrame(this.#i420)
  }

  /** Simultaneous requests are merged. */
  requestKeyFrame(): void {
    if (this.#keyFrameTimer) return
    const wait = Math.max(0, this.#keyFrameAskedAt + keyFrameEveryMs - performance.now())
    this.#keyFrameTimer = setTimeout(() => {
      this.#keyFrameTimer = undefined
      this.#keyFrameAskedAt = performance.now()
      const [receiver] = this.#far.getReceivers()
      if (receiver && this.#ssrc !== undefined) void receiver.sendRtcpPLI(this.#ssrc).catch(() => undefined)
    }, wait)
  }

  async close(): Promise<void> {
    this.rest()
    this.#track.stop()
    this.#sink?.stop()
    this.#sender.close()
    await this.#far.close()
  }

  /**
   * The library only accepts a codec and a limit from the other side's description: both ends negotiate again with the
   * same parameters, another order and another rate. Sequence numbers and times of the packets continue.
   */
  #want(wanted: EncodedAs): void {
    const { codec, bitsPerSecond } = this.#wanted
    if (wanted.codec === codec && wanted.bitsPerSecond === bitsPerSecond) return
    this.#wanted = wanted
    const sender = this.#sender
    this.#negotiating = this.#negotiating
      .then(async () => {
        // Another one arrived in the meantime.
        if (wanted !== this.#wanted || !this.isConnected) return
        await sender.setLocalDescription(await sender.createOffer())
        await sender.setRemoteDescription({ type: 'answer', sdp: asWanted(this.#answer, wanted) })
      })
      .catch(() => undefined)
  }

  async #connect(): Promise<void> {
    const sender = this.#sender
    const far = this.#far
    exchangeCandidates(sender, far)
    const received = far.addTransceiver('video', { direction: 'recvonly' })
    received.onTrack.subscribe((track) => this.#receive(track))
    const back = far.addTransceiver(this.#incoming, { direction: 'sendonly' })
    back.sender.onPictureLossIndication.subscribe(() => this.onNeedsKeyFrame())
    sender.addTransceiver(this.#track, { direction: 'sendonly' })
    this.#watch(sender.addTransceiver('video', { direction: 'recvonly' }).receiver.track)
    const connected = openConnection(sender)
    await sender.setLocalDescription(await sender.createOffer())
    await far.setRemoteDescription({ type: 'offer', sdp: sender.localDescription?.sdp ?? '' })
    ownStunOnly(far, [])
    const answer = await far.createAnswer()
    this.#answer = answer.sdp
    for (const { payloadType, name } of received.codecs) {
      const codec = encodedCodecs.find((known) => known === name)
      if (codec) this.#codecs.set(payloadType, codec)
    }
    const answered = { type: 'answer', sdp: asWanted(answer.sdp, this.#wanted) } as const
    await Promise.all([far.setLocalDescription(answer), sender.setRemoteDescription(answered), connected])
  }

  #watch(track: InstanceType<typeof wrtc.MediaStreamTrack>): void {
    this.#sink = new nonstandard.RTCVideoSink(track)
    this.#sink.onframe = ({ frame }: { frame: RawI420 }) => {
      const { width, height } = frame
      const rgba = new Uint8Array(width * height * 4)
      nonstandard.i420ToRgba(frame, { width, height, data: rgba })
      this.onDecoded({ width, height, rgba })
    }
  }

  #receive(track: MediaStreamTrack): void {
    track.onReceiveRtp.subscribe((packet) => {
      this.#ssrc = packet.header.ssrc
      this.codec = this.#codecs.get(packet.header.payloadType) ?? this.codec
      this.#clock.packetOut(packet.header.timestamp)
      // Each connection numbers its extensions itself.
      packet.header.extensions = []
      this.onPacket(packet)
      if (packet.header.timestamp !== this.#rtpTime) this.#coded(packet.header.timestamp)
    })
  }

  #coded(rtpTime: number): void {
    this.#rtpTime = rtpTime
    this.#codingSince = Number.NEGATIVE_INFINITY
    this.onCoded()
  }

  #ensurePlanes(width: number, height: number): RawI420 {
    if (this.#i420?.width !== width || this.#i420.height !== height)
      this.#i420 = { width, height, data: new Uint8Array((width * height * 3) / 2) }
    return this.#i420
  }
}

interface RawI420 {
  width: number
  height: number
  data: Uint8Array
}

interface EncodedAs {
  codec: VideoCodec
  bitsPerSecond: number
}

/** Without a bandwidth estimate, and so without its ramp. */
const localCodecs = () =>
  [useVP8, useVP9, useAV1].map((use) =>
    use({ rtcpFeedback: [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }] }),
  )

/**
 * In the format of the other side's description to a browser (kilobits per second), whose first codec is the one that
 * is used.
 */
function asWanted(sdp: string, { codec, bitsPerSecond }: EncodedAs): string {
  const payloadType = new RegExp(`a=rtpmap:(\\d+) ${codec}/90000`).exec(sdp)?.[1]
  const { start, min } = bitRate
  const [first, least, most] = [
    Math.min(start, bitsPerSecond),
    Math.min(min, bitsPerSecond),
    bitsPerSecond,
  ].map(inKilobits)
  const line = `a=fmtp:${payloadType} x-google-start-bitrate=${first};x-google-min-bitrate=${least};x-google-max-bitrate=${most}\r\n`
  return sdp
    .replace(
      /(m=video \d+ \S+)(.*)/,
      (_, head: string, types: string) =>
        `${head} ${payloadType}${types
          .split(' ')
          .filter((type) => type !== payloadType)
          .join(' ')}`,
    )
    .replace(new RegExp(`(a=rtpmap:${payloadType} .*\r\n)`), `$1${line}`)
    .replace(/(m=video [\s\S]*?c=.*\r\n)/, `$1b=AS:${most}\r\n`)
}

const inKilobits = (bits: number) => Math.round(bits / 1000)
