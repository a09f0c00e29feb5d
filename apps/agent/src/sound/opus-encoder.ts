import wrtc from '@roamhq/wrtc'
import { RTCPeerConnection, useOPUS } from 'werift'
import { exchangeCandidates, openConnection } from '../video/loopback.ts'
import { ownStunOnly } from '../video/own-stun-only.ts'
import type { RtpListener } from '../video/video-source.ts'
import { channels, samplesPerSecond } from './phone-sound.ts'

/** What the library takes at once: ten milliseconds. */
const pieceLength = (samplesPerSecond / 100) * channels
const parameters = 'minptime=10;useinbandfec=1;stereo=1;maxaveragebitrate=96000'

/**
 * Opus from samples. As with video (rtc-encoder.ts), the encoder is part of a peer connection, so one is opened to this
 * process.
 */
export class OpusEncoder {
  onPacket: RtpListener = () => {}
  readonly #source = new wrtc.nonstandard.RTCAudioSource()
  readonly #track = this.#source.createTrack()
  readonly #sender = new wrtc.RTCPeerConnection({ iceServers: [] })
  readonly #far = new RTCPeerConnection({ iceServers: [], codecs: { audio: [useOPUS()] } })
  #piece = new Int16Array(pieceLength)
  #filled = 0

  static async open(): Promise<OpusEncoder> {
    const encoder = new OpusEncoder()
    try {
      await encoder.#connect()
      return encoder
    } catch (error) {
      await encoder.close()
      throw error
    }
  }

  /** Both channels in turn, at the pace at which they are heard. */
  push(samples: Int16Array): void {
    for (let from = 0; from < samples.length; ) {
      const part = samples.subarray(from, from + pieceLength - this.#filled)
      this.#piece.set(part, this.#filled)
      this.#filled += part.length
      from += part.length
      if (this.#filled === pieceLength) this.#encode()
    }
  }

  async close(): Promise<void> {
    this.onPacket = () => {}
    this.#track.stop()
    this.#sender.close()
    await this.#far.close()
  }

  #encode(): void {
    this.#source.onData({
      samples: this.#piece,
      sampleRate: samplesPerSecond,
      bitsPerSample: 16,
      channelCount: channels,
      numberOfFrames: pieceLength / channels,
    })
    // The library may still read the former one.
    this.#piece = new Int16Array(pieceLength)
    this.#filled = 0
  }

  async #connect(): Promise<void> {
    const sender = this.#sender
    const far = this.#far
    exchangeCandidates(sender, far)
    const received = far.addTransceiver('audio', { direction: 'recvonly' })
    received.onTrack.subscribe((track) =>
      track.onReceiveRtp.subscribe((packet) => {
        // Each connection numbers its extensions itself.
        packet.header.extensions = []
        this.onPacket(packet)
      }),
    )
    sender.addTransceiver(this.#track, { direction: 'sendonly' })
    const connected = openConnection(sender)
    await sender.setLocalDescription(await sender.createOffer())
    await far.setRemoteDescription({ type: 'offer', sdp: sender.localDescription?.sdp ?? '' })
    ownStunOnly(far, [])
    const answer = await far.createAnswer()
    const answered = { type: 'answer', sdp: asStereo(answer.sdp) } as const
    await Promise.all([far.setLocalDescription(answer), sender.setRemoteDescription(answered), connected])
  }
}

/** The library only takes these from the other side's description. */
function asStereo(sdp: string): string {
  const type = /a=rtpmap:(\d+) opus\/48000/i.exec(sdp)?.[1]
  return sdp
    .replace(new RegExp(`a=fmtp:${type} .*\r\n`), '')
    .replace(new RegExp(`(a=rtpmap:${type} .*\r\n)`), `$1a=fmtp:${type} ${parameters}\r\n`)
}
