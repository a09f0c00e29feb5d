import type { Candidate, IceServer } from '@fleetdeck/contract/screen-action'
import {
  MediaStream,
  MediaStreamTrack,
  RTCPeerConnection,
  type RTCRtpCodecParameters,
  RTCRtpHeaderExtensionParameters,
  type RTCRtpTransceiver,
  type RtcpPacket,
  RtcpPayloadSpecificFeedback,
  RtcpRrPacket,
  type RtpPacket,
  useAbsSendTime,
  useAV1,
  useH264,
  useOPUS,
  useVP8,
  useVP9,
} from 'werift'
import { OwnNumbers } from '../sound/own-numbers.ts'
import { ownStunOnly } from './own-stun-only.ts'
import { resolveStun } from './stun-address.ts'
import type { VideoCodec } from './video-source.ts'
import { ViewerRate } from './viewer-rate.ts'

type CandidateFields = Candidate['candidate']

export interface ViewerPeerEvents {
  offer: (sdp: string) => void
  candidate: (candidate: CandidateFields) => void
  /** Nothing can be shown before a key frame arrives. */
  needsKeyFrame: () => void
  /** The path is lost, or was never found. */
  lost: () => void
  /** bitRate has changed. */
  rateChanged: () => void
  /** Set if the viewer's camera is wanted: its packets. */
  camera?: (packet: RtpPacket) => void
}

export interface ViewerPeerSettings {
  /** That the phone can send, the usual one first. */
  codecs: readonly VideoCodec[]
  iceServers: readonly IceServer[]
  /** The phone's sound is offered too. */
  hasSound?: boolean
  events: ViewerPeerEvents
}

const playoutDelayUri = 'http://www.webrtc.org/experiments/rtp-hdrext/playout-delay'
/** Minimum and maximum delay, twelve bits each: show every frame as soon as it arrives. */
const noDelay = Buffer.from([0, 0, 0])
/**
 * A browser that cannot decode the video asks until a key frame arrives; a slow line must not enlarge the frames of all
 * others.
 */
const keyFrameEveryMs = 2000
const h264Parameters = 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f'
/** What the phone decodes. */
const cameraCodec: VideoCodec = 'VP8'
const opusParameters = 'minptime=10;useinbandfec=1;stereo=1;sprop-stereo=1'
const uses = {
  VP8: () => useVP8(),
  VP9: () => useVP9({ parameters: 'profile-id=0' }),
  AV1: () => useAV1(),
  H264: () => useH264({ parameters: h264Parameters }),
} as const satisfies Record<VideoCodec, unknown>

/** The connection to one viewer: a peer connection that forwards the source's packets unchanged. */
export class ViewerPeer {
  readonly #events: ViewerPeerEvents
  readonly #peer: RTCPeerConnection
  readonly #rate = new ViewerRate()
  readonly #track = new MediaStreamTrack({ kind: 'video' })
  readonly #video: RTCRtpTransceiver
  readonly #offered: readonly VideoCodec[]
  /** Undefined before the answer. */
  #decoded: Map<VideoCodec, RTCRtpCodecParameters> | undefined
  readonly #sound: RTCRtpTransceiver | undefined
  readonly #soundNumbers = new OwnNumbers()
  #camera: RTCRtpTransceiver | undefined
  #cameraSsrc: number | undefined
  #delayId: number | undefined
  #keyFrameAskedAt = Number.NEGATIVE_INFINITY
  #isConnected = false
  /** The last step of the negotiation: a fast viewer answers before the offer is applied here. */
  #negotiated: Promise<void> = Promise.resolve()

  constructor({ codecs, iceServers, hasSound, events }: ViewerPeerSettings) {
    this.#events = events
    this.#offered = codecs
    this.#peer = new RTCPeerConnection({
      iceServers: iceServers.map((server) => ({ ...server, urls: [...server.urls] })),
      codecs: {
        video: codecs.map((codec) => uses[codec]()),
        audio: [useOPUS({ parameters: opusParameters })],
      },
      headerExtensions: {
        // From the send time the browser estimates its bandwidth.
        video: [new RTCRtpHeaderExtensionParameters({ uri: playoutDelayUri }), useAbsSendTime()],
      },
      iceStunGatherTimeout: 2,
      // One path for video, camera and sound.
      bundlePolicy: 'max-bundle',
    })
    this.#video = this.#peer.addTransceiver(this.#track, { direction: 'sendonly' })
    const { camera } = events
    if (camera) this.#receiveCamera(camera)
    // In a stream of its own: within one, the browser would delay the video until it fits the sound.
    if (hasSound)
      this.#sound = this.#peer.addTransceiver(new MediaStreamTrack({ kind: 'audio' }), {
        direction: 'sendonly',
        streams: [new MediaStream()],
      })
    ownStunOnly(this.#peer, iceServers)
    this.#video.sender.onPictureLossIndication.subscribe(() => this.#askKeyFrame())
    this.#video.sender.onRtcp.subscribe((report) => this.#report(report))
    this.#peer.onIceCandidate.subscribe((candidate) => {
      if (candidate) events.candidate(toCandidateFields(candidate))
    })
    this.#peer.connectionStateChange.subscribe((state) => this.#changed(state))
  }

  /** Bits per second of the viewer's line, as far as known. */
  get bitRate(): number {
    return this.#rate.limit
  }

  /** What the viewer decodes of the offered codecs; undefined before its answer. */
  get codecs(): readonly VideoCodec[] | undefined {
    return this.#decoded && this.#offered.filter((codec) => this.#decoded?.has(codec))
  }

  get hasSound(): boolean {
    return this.#sound !== undefined
  }

  get isConnected(): boolean {
    return this.#isConnected
  }

  /** Candidates follow separately. */
  async offer(): Promise<void> {
    const offer = await this.#peer.createOffer()
    const isInPlace = resolveStun(this.#peer).then(async () => {
      await this.#peer.setLocalDescription(offer)
    })
    this.#negotiated = isInPlace
    this.#events.offer(offer.sdp)
    await isInPlace
  }

  async answer(sdp: string): Promise<void> {
    const isAnswered = this.#negotiated.then(() => this.#peer.setRemoteDescription({ type: 'answer', sdp }))
    this.#negotiated = isAnswered
    await isAnswered
    this.#decoded = this.#readCodecs()
    this.#delayId = this.#video.headerExtensions.find(({ uri }) => uri === playoutDelayUri)?.id
  }

  async candidate(candidate: CandidateFields): Promise<void> {
    // An mDNS name of the browser's own network. Its address is learned when it answers.
    if (/ [^ ]+\.local /.test(candidate.candidate)) return
    await this.#negotiated
    await this.#peer.addIceCandidate(candidate)
  }

  /** codec: of the packet. One that the viewer does not decode is not sent. */
  send(packet: RtpPacket, codec: VideoCodec): void {
    const format = this.#decoded?.get(codec)
    if (!this.#isConnected || !format) return
    this.#video.sender.codec = format
    this.#rate.sent(packet.payload.length)
    const copy = packet.clone()
    if (this.#delayId !== undefined) copy.header.extensions = [{ id: this.#delayId, payload: noDelay }]
    void this.#video.sender.sendRtp(copy).catch(() => undefined)
  }

  /** Of Opus. */
  sendSound(packet: RtpPacket): void {
    if (!this.#isConnected || !this.#sound || this.#sound.stopped) return
    const copy = packet.clone()
    Object.assign(copy.header, this.#soundNumbers.next(packet.header))
    void this.#sound.sender.sendRtp(copy).catch(() => undefined)
  }

  async close(): Promise<void> {
    this.#isConnected = false
    this.#track.stop()
    this.#sound?.sender.track?.stop()
    await this.#peer.close()
  }

  /** The frame cannot be decoded further without a key frame. */
  requestCameraKeyFrame(): void {
    if (this.#cameraSsrc === undefined) return
    void this.#camera?.receiver.sendRtcpPLI(this.#cameraSsrc).catch(() => undefined)
  }

  #readCodecs(): Map<VideoCodec, RTCRtpCodecParameters> {
    const decoded = new Map<VideoCodec, RTCRtpCodecParameters>()
    if (this.#video.stopped) return decoded
    for (const format of this.#video.codecs) {
      const codec = this.#offered.find((known) => known === format.name)
      if (codec && !decoded.has(codec)) decoded.set(codec, format)
    }
    return decoded
  }

  #receiveCamera(take: (packet: RtpPacket) => void): void {
    this.#camera = this.#peer.addTransceiver('video', { direction: 'recvonly' })
    this.#camera.setCodecPreferences([uses[cameraCodec]()])
    this.#camera.onTrack.subscribe((track) => {
      track.onReceiveRtp.subscribe((packet) => {
        this.#cameraSsrc = packet.header.ssrc
        take(packet.clone())
      })
    })
  }

  #changed(state: RTCPeerConnection['connectionState']): void {
    this.#isConnected = state === 'connected'
    if (state === 'connected') this.#events.needsKeyFrame()
    if (state === 'failed' || state === 'disconnected') this.#events.lost()
  }

  #report(report: RtcpPacket): void {
    const before = this.#rate.limit
    if (report.type === RtcpPayloadSpecificFeedback.type && 'bitrate' in report.feedback)
      this.#rate.estimated(Number(report.feedback.bitrate))
    if (report.type === RtcpRrPacket.type)
      for (const { ssrc, fractionLost } of report.reports)
        if (ssrc === this.#video.sender.ssrc) this.#rate.lost(fractionLost / 256)
    if (this.#rate.limit !== before) this.#events.rateChanged()
  }

  #askKeyFrame(): void {
    const now = performance.now()
    if (now - this.#keyFrameAskedAt < keyFrameEveryMs) return
    this.#keyFrameAskedAt = now
    this.#events.needsKeyFrame()
  }
}

const toCandidateFields = ({ candidate, sdpMid, sdpMLineIndex }: CandidateFields): CandidateFields => ({
  candidate: candidate ?? '',
  sdpMid,
  sdpMLineIndex,
})
