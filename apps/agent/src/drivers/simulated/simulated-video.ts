import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas'
import type { RtpPacket } from 'werift'
import { encoders } from '../../video/encoder-pool.ts'
import { longestCodingMs, type RawPicture, type RtcEncoder } from '../../video/rtc-encoder.ts'
import type { RtpListener, VideoCodec } from '../../video/video-source.ts'
import type { ScreenVideo, VideoRequest } from '../device-driver.ts'
import { PhoneCamera } from './pictures/phone-camera.ts'
import type { Scene } from './pictures/scene.ts'

/** The phone as its video sees it. */
export interface VideoStage {
  /** Undefined while the screen still shows this revision; without a revision there is always a scene. */
  sceneAfter(revision: number | undefined, timeCode: boolean): { scene: Scene; revision: number } | undefined
  /** Calls when the screen may have changed, until the returned function is called. */
  watch(changed: () => void): () => void
  /** An operator's camera is shown from now on. */
  cameraShown(): void
}

const maxFps = 30
/** Encoding a frame again improves it: for a second after a change, and rarely from then on. */
const sharpenMs = 1000
const repeatMs = { atOnce: 20, soon: 100, later: 1000 }
const share = 0.1
/** A camera without packets for so long is off. */
const cameraMs = 2000

/** Draws the screen when it changes, at most thirty times per second, and encodes the result. */
export class SimulatedVideo implements ScreenVideo {
  readonly encoder = 'software'
  captureMs: number | undefined
  readonly #stage: VideoStage
  readonly #encoder: RtcEncoder
  readonly #camera = new PhoneCamera()
  readonly #unwatch: () => void
  onCameraLoss: () => void = () => {}
  #visitor: { picture: Canvas; at: number } | undefined
  #request: VideoRequest
  #revision: number | undefined
  #timer: NodeJS.Timeout | undefined
  #tickedAt = Number.NEGATIVE_INFINITY
  /** The encoder still has the last frame. */
  #isLate = false
  #changedAt = Number.NEGATIVE_INFINITY

  static async open(stage: VideoStage, request: VideoRequest): Promise<SimulatedVideo> {
    return new SimulatedVideo(stage, request, await encoders.take())
  }

  private constructor(stage: VideoStage, request: VideoRequest, encoder: RtcEncoder) {
    this.#stage = stage
    this.#request = request
    this.#encoder = encoder
    encoder.onDecoded = (picture) => this.#showPicture(picture)
    encoder.onNeedsKeyFrame = () => this.onCameraLoss()
    encoder.onCoded = () => this.#isLate && this.#tickIn(0)
    this.#unwatch = stage.watch(() => this.#tickIn(0))
    this.#tickIn(0)
  }

  set onPacket(listener: RtpListener) {
    this.#encoder.onPacket = listener
  }

  get codec(): VideoCodec {
    return this.#encoder.codec
  }

  /** The new codec begins with a key frame, which needs a frame to encode. */
  encodeAs(codec: VideoCodec): void {
    this.#encoder.encodeAs(codec)
  }

  limitBitRate(bitsPerSecond: number): void {
    this.#encoder.limitBitRate(bitsPerSecond)
  }

  get encodeMs(): number | undefined {
    return this.#encoder.encodeMs
  }

  showCamera(packet: RtpPacket): void {
    this.#encoder.decode(packet)
  }

  adjust(request: VideoRequest): void {
    this.#request = request
    this.#revision = undefined
    this.#tickIn(0)
  }

  /** A key frame needs a frame to encode, after the encoder got the request. */
  requestKeyFrame(): void {
    this.#encoder.requestKeyFrame()
    this.#changedAt = performance.now()
    this.#tickIn(repeatMs.atOnce)
  }

  async close(): Promise<void> {
    this.#unwatch()
    clearTimeout(this.#timer)
    await encoders.giveBack(this.#encoder)
  }

  #showPicture({ width, height, rgba }: RawPicture): void {
    if (!this.#visitor) this.#stage.cameraShown()
    const known = this.#visitor?.picture
    const picture = known?.width === width && known.height === height ? known : createCanvas(width, height)
    picture.getContext('2d').putImageData(new ImageData(new Uint8ClampedArray(rgba), width, height), 0, 0)
    this.#visitor = { picture, at: performance.now() }
    this.#revision = undefined
    this.#tickIn(0)
  }

  #sceneWithCamera(scene: Scene, now: number): Scene {
    if (this.#visitor && now - this.#visitor.at > cameraMs) this.#visitor = undefined
    return this.#visitor ? { ...scene, camera: this.#visitor.picture } : scene
  }

  get #frameMs(): number {
    return 1000 / Math.min(maxFps, this.#request.maxFps ?? maxFps)
  }

  #tickIn(ms: number): void {
    clearTimeout(this.#timer)
    const wait = Math.max(ms, this.#tickedAt + this.#frameMs - performance.now())
    this.#timer = setTimeout(() => this.#tick(), Math.max(0, wait))
  }

  #tick(): void {
    // A frame that waited for the encoder would be outdated.
    this.#isLate = this.#encoder.isCoding
    if (this.#isLate) {
      this.#timer = setTimeout(() => this.#tick(), longestCodingMs)
      return
    }
    const now = performance.now()
    const { timeCode, scalePercent } = this.#request
    const shown = this.#stage.sceneAfter(timeCode ? undefined : this.#revision, timeCode)
    // A late timer is compensated at the next frame, by half of its interval at most.
    const frameMs = this.#frameMs
    this.#tickedAt = Math.max(now - frameMs / 2, this.#tickedAt + frameMs)
    if (!shown) {
      this.#encoder.repeat()
      this.#tickIn(now - this.#changedAt < sharpenMs ? repeatMs.soon : repeatMs.later)
      return
    }
    this.#revision = shown.revision
    this.#changedAt = now
    this.#camera.shoot(this.#sceneWithCamera(shown.scene, now), scalePercent, (picture) => {
      const took = performance.now() - now
      this.captureMs = this.captureMs === undefined ? took : this.captureMs * (1 - share) + took * share
      this.#encoder.encode(picture)
    })
    this.#tickIn(0)
  }
}
