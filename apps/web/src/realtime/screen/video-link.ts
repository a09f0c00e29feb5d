import type { Candidate, IceServer } from '@fleetdeck/contract/screen-action'
import { inBackground } from '../../api/feedback.ts'
import { type LineReport, readTotals, toReport, type VideoTotals } from './line-report.ts'
import { codecsIn, isVideoRefused, withStereo } from './sdp-codecs.ts'

/**
 * noCodec: the browser decodes nothing that the phone encodes · noPath: no connection to the phone · noPicture:
 * connected, but nothing arrived · stalled: frames stopped.
 */
export type VideoEnd = 'noCodec' | 'noPath' | 'noPicture' | 'stalled'
/**
 * none: the phone shows no camera · offered: it would show the operator's · on: it is sent · failed: the browser gave
 * none.
 */
export type CameraState = 'none' | 'offered' | 'on' | 'failed'
type CandidateFields = Candidate['candidate']

export interface VideoLinkOptions {
  iceServers: readonly IceServer[]
  onAnswer: (sdp: string) => void
  onCandidate: (candidate: CandidateFields) => void
  onTrack: (track: MediaStreamTrack) => void
  /** Undefined for an offer without sound. */
  onSound: (track: MediaStreamTrack | undefined) => void
  onCamera: (state: CameraState) => void
  /** About once a second while video arrives. */
  onReport: (report: LineReport) => void
  /** Called once, and not after close(). codecs: that the phone offered, for noCodec. */
  onEnd: (reason: VideoEnd, codecs?: readonly string[]) => void
}

/** Milliseconds. The fallback to frames takes less than three seconds. */
const pathMs = 2500
const firstPictureMs = 8000
/** A phone encodes an unchanged screen once a second. */
const stallMs = 5000
const checkMs = 1000
const cameraSize = { width: 320, height: 240, frameRate: 15 }

/** The browser's side of the video of one phone, from the request to its end. */
export class VideoLink {
  readonly #options: VideoLinkOptions
  readonly #peer: RTCPeerConnection
  readonly #startedAt = performance.now()
  readonly #checking: ReturnType<typeof setInterval>
  /** Steps run sequentially: a candidate is meaningless before the offer. */
  #last: Promise<unknown> = Promise.resolve()
  #pathTimer: ReturnType<typeof setTimeout>
  #camera: MediaStreamTrack | undefined
  #cameraSender: RTCRtpSender | undefined
  #totals: VideoTotals = readTotals([])
  #decodedAt = 0
  #isOver = false

  constructor(options: VideoLinkOptions) {
    this.#options = options
    this.#peer = new RTCPeerConnection({ iceServers: options.iceServers.map((server) => ({ ...server })) })
    this.#peer.onicecandidate = ({ candidate }) => candidate && options.onCandidate(toFields(candidate))
    this.#peer.ontrack = ({ track, receiver }) => {
      if (track.kind === 'audio') return
      // Every frame is shown as soon as it is decoded.
      if ('jitterBufferTarget' in receiver) receiver.jitterBufferTarget = 0
      options.onTrack(track)
    }
    this.#peer.oniceconnectionstatechange = () => {
      const { iceConnectionState } = this.#peer
      if (iceConnectionState === 'connected' || iceConnectionState === 'completed')
        clearTimeout(this.#pathTimer)
    }
    this.#peer.onconnectionstatechange = () => {
      if (this.#peer.connectionState === 'failed') this.#end(this.#totals.decoded ? 'stalled' : 'noPath')
    }
    this.#pathTimer = setTimeout(() => this.#end('noPath'), pathMs)
    this.#checking = setInterval(() => void this.#check(), checkMs)
  }

  offer(sdp: string) {
    this.#inTurn(async () => {
      await this.#peer.setRemoteDescription({ type: 'offer', sdp })
      const transceivers = this.#peer.getTransceivers()
      const [, camera] = transceivers.filter(({ receiver }) => receiver.track.kind === 'video')
      const sound = transceivers.find(({ receiver }) => receiver.track.kind === 'audio')
      if (camera) camera.direction = 'sendonly'
      const created = await this.#peer.createAnswer()
      const answer = { type: created.type, sdp: withStereo(created.sdp ?? '') }
      if (isVideoRefused(answer.sdp)) return this.#end('noCodec', codecsIn(sdp))
      await this.#peer.setLocalDescription(answer)
      this.#options.onAnswer(answer.sdp)
      this.#options.onSound(sound?.receiver.track)
      this.#cameraSender = camera?.sender
      if (camera) inBackground(this.#offerCamera())
    })
  }

  /** The browser asks the operator, unless that was allowed before. */
  shareCamera() {
    if (this.#cameraSender) inBackground(this.#sendCamera(this.#cameraSender))
  }

  stopCamera() {
    if (!this.#camera) return
    this.#camera.stop()
    this.#camera = undefined
    inBackground(this.#cameraSender?.replaceTrack(null) ?? Promise.resolve())
    this.#tellCamera('offered')
  }

  candidate(candidate: CandidateFields) {
    this.#inTurn(() => this.#peer.addIceCandidate(candidate as RTCIceCandidateInit))
  }

  close() {
    this.#isOver = true
    this.stopCamera()
    clearTimeout(this.#pathTimer)
    clearInterval(this.#checking)
    this.#peer.close()
  }

  /** Nobody meets the browser's question without having pressed a button. */
  async #offerCamera() {
    if (await isCameraAllowed()) this.shareCamera()
    else this.#tellCamera('offered')
  }

  #tellCamera(state: CameraState) {
    if (!this.#isOver) this.#options.onCamera(state)
  }

  /** spec §8: a camera error is logged, and the video continues without the camera. */
  async #sendCamera(sender: RTCRtpSender) {
    try {
      // Undefined on pages over plain HTTP.
      if (!navigator.mediaDevices) throw new Error('a camera needs a page that came over HTTPS')
      const [camera] = (await navigator.mediaDevices.getUserMedia({ video: cameraSize })).getTracks()
      if (!camera) return
      if (this.#isOver || this.#camera) return camera.stop()
      this.#camera = camera
      // It was unplugged, or the permission was withdrawn.
      camera.onended = () => this.stopCamera()
      await sender.replaceTrack(camera)
      this.#tellCamera('on')
    } catch (error) {
      console.warn('the camera could not be opened', error)
      this.#tellCamera('failed')
    }
  }

  /** An invalid candidate is no error on its own: without a path the timeout ends it. */
  #inTurn(step: () => Promise<unknown>) {
    this.#last = this.#last.then(() => (this.#isOver ? undefined : step())).catch(() => undefined)
  }

  async #check() {
    const totals = readTotals((await this.#peer.getStats()).values())
    if (this.#isOver) return
    const now = performance.now()
    const before = this.#totals
    this.#totals = totals
    const { decoded } = totals
    if (decoded > before.decoded) this.#decodedAt = now
    if (before.decoded > 0) this.#options.onReport(toReport(totals, before))
    if (decoded === 0 && now - this.#startedAt > firstPictureMs) this.#end('noPicture')
    if (decoded > 0 && now - this.#decodedAt > stallMs) this.#end('stalled')
  }

  #end(reason: VideoEnd, codecs?: readonly string[]) {
    if (this.#isOver) return
    this.close()
    this.#options.onEnd(reason, codecs)
  }
}

/** False where the browser cannot tell. */
const isCameraAllowed = async (): Promise<boolean> => {
  try {
    return (await navigator.permissions.query({ name: 'camera' })).state === 'granted'
  } catch {
    return false
  }
}

const toFields = ({ candidate, sdpMid, sdpMLineIndex, usernameFragment }: RTCIceCandidate) => ({
  candidate,
  sdpMid,
  sdpMLineIndex,
  usernameFragment,
})
