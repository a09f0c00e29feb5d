import type { Candidate } from '@fleetdeck/contract/screen-action'
import {
  type MediaStreamTrack,
  RTCPeerConnection,
  type RtpPacket,
  useAV1,
  useH264,
  useOPUS,
  useVP8,
  useVP9,
} from 'werift'
import { ownStunOnly } from '../../../../apps/agent/src/video/own-stun-only.ts'
import type { VideoCodec } from '../../../../apps/agent/src/video/video-source.ts'

const uses = { VP8: useVP8, VP9: useVP9, AV1: useAV1, H264: useH264 } as const satisfies Record<
  VideoCodec,
  unknown
>

/** The page's end, without a decoder: it only examines the packets. */
export class VideoViewer {
  onPacket: (packet: RtpPacket) => void = () => {}
  onSound: (packet: RtpPacket) => void = () => {}
  #track: MediaStreamTrack | undefined
  readonly #peer: RTCPeerConnection

  /** codecs: that it decodes. */
  constructor(codecs: readonly VideoCodec[], candidate: (candidate: Candidate['candidate']) => void) {
    const video = codecs.map((codec) => uses[codec]())
    this.#peer = new RTCPeerConnection({ iceServers: [], codecs: { video, audio: [useOPUS()] } })
    this.#peer.onIceCandidate.subscribe((found) => {
      if (found) candidate({ candidate: found.candidate ?? '', sdpMid: found.sdpMid })
    })
    this.#peer.onTrack.subscribe((track: MediaStreamTrack) => {
      if (track.kind === 'audio') {
        track.onReceiveRtp.subscribe((packet) => this.onSound(packet))
        return
      }
      track.onReceiveRtp.subscribe((packet) => this.onPacket(packet))
      this.#track = track
    })
  }

  async answer(sdp: string): Promise<string> {
    await this.#peer.setRemoteDescription({ type: 'offer', sdp })
    ownStunOnly(this.#peer, [])
    const answer = await this.#peer.createAnswer()
    // It ends when its candidates are found, which the answer does not wait for.
    this.#peer.setLocalDescription(answer).catch(() => this.close())
    return answer.sdp
  }

  async candidate(candidate: Candidate['candidate']): Promise<void> {
    await this.#peer.addIceCandidate(candidate as Parameters<RTCPeerConnection['addIceCandidate']>[0])
  }

  /** Of a received packet. */
  codecOf({ header }: RtpPacket): string | undefined {
    return this.#peer
      .getTransceivers()[0]
      ?.codecs.find(({ payloadType }) => payloadType === header.payloadType)?.name
  }

  askKeyFrame(): void {
    const { ssrc } = this.#track ?? {}
    if (ssrc)
      this.#peer
        .getReceivers()[0]
        ?.sendRtcpPLI(ssrc)
        .catch(() => this.close())
  }

  close(): Promise<void> {
    return this.#peer.close()
  }
}
