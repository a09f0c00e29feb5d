import {
  AndroidAvcLevel,
  AndroidAvcProfile,
  ScrcpyCodecOptions,
  type ScrcpyMediaStreamPacket,
} from '@yume-chan/scrcpy'
import { pause } from '../../../back-off.ts'
import { CodedFrames } from '../../../video/coded-frames.ts'
import { H264Packets } from '../../../video/h264-packets.ts'
import type { EncoderKind, RtpListener } from '../../../video/video-source.ts'
import { isWorthRestart } from '../../../video/worth-restart.ts'
import type { LiveVideo, ScreenSize, ScreenVideo, VideoRequest } from '../../device-driver.ts'
import { PhoneDisconnected, splitSections } from '../shell.ts'
import { encoderKindIn } from './encoder-kind.ts'
import type { ScrcpyInit, ScrcpyServer, ScrcpySession } from './scrcpy-server.ts'

const longestSide = 1920
const bitRate = 4_000_000
const maxFps = 60
const firstPictureMs = 10_000
const checkMs = 1000
/** A key frame is as large as many other frames. */
const keyFrameEveryMs = 500
const pauseMs = 500
/** A new session shows nothing for half a second. */
const restartEveryMs = 2000
/** Consecutive sessions that ended without a frame. */
const maxFailures = 3
/** Level 4 of H.264, which every phone has, ends at this number of blocks of 16 × 16 pixels. */
const blocksOfLevel4 = 8192
/** What looks of scripts can decode, and what the viewers were offered. */
const profile = AndroidAvcProfile.Baseline

export interface ScrcpyVideoDeps {
  server: ScrcpyServer
  size: () => Promise<ScreenSize>
  /** Ends with the phone. */
  signal: AbortSignal
  /** What is known of its encoder; kept between videos. */
  encoder: { refusesBaseline: boolean }
}

/**
 * The screen as scrcpy encodes it, forwarded as it arrives. Every frame is one packet, so that none waits for the
 * next one. Key frames can be requested. A rotation starts a stream of another size automatically.
 */
export class ScrcpyVideo implements ScreenVideo {
  readonly codec = 'H264'
  readonly captureMs = undefined
  readonly encodeMs = undefined
  /** As scrcpy's log names it, since the first session. */
  encoder: EncoderKind | undefined
  readonly #deps: ScrcpyVideoDeps
  readonly #packets = new H264Packets(0)
  readonly #frames = new CodedFrames()
  #request: VideoRequest
  /** What the present session was started for. */
  #shown: VideoRequest
  #startedAt = Number.NEGATIVE_INFINITY
  #session: ScrcpySession | undefined
  #isClosed = false
  #keyFrameAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()

  /** Resolves with the first frame; rejects when none arrives. */
  static async open(deps: ScrcpyVideoDeps, request: VideoRequest): Promise<ScrcpyVideo> {
    const video = new ScrcpyVideo(deps, request)
    try {
      await video.#begin()
      return video
    } catch (error) {
      await video.close()
      throw error
    }
  }

  private constructor(deps: ScrcpyVideoDeps, request: VideoRequest) {
    this.#deps = deps
    this.#request = request
    this.#shown = request
  }

  set onPacket(listener: RtpListener) {
    this.#packets.onPacket = listener
  }

  adjust(request: VideoRequest): void {
    this.#request = request
    this.#restartIfWorth()
  }

  get live(): LiveVideo | undefined {
    if (this.#isClosed) return undefined
    return { frames: this.#frames, requestKeyFrame: () => this.#resetVideo() }
  }

  requestKeyFrame(): void {
    if (!this.#packets.repeat()) this.#resetVideo()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    this.#packets.close()
    await this.#end()
    await this.#running.catch(() => undefined)
  }

  async #begin(): Promise<void> {
    let begun: () => void = () => {}
    const first = new Promise<void>((resolve) => {
      begun = resolve
    })
    this.#running = this.#run(begun).catch((error) => {
      // Silence shows the viewers that this video has ended.
      this.#isClosed = true
      clearInterval(this.#timer)
      this.#packets.close()
      throw error
    })
    const late = pause(firstPictureMs, this.#deps.signal).then(() => Promise.reject(new Error('no picture')))
    await Promise.race([first, this.#running, late])
    late.catch(() => undefined)
    this.#running.catch(() => undefined)
    this.#timer = setInterval(() => {
      if (this.#packets.silentMs >= checkMs) this.requestKeyFrame()
      this.#restartIfWorth()
    }, checkMs)
  }

  #restartIfWorth(): void {
    if (performance.now() - this.#startedAt < restartEveryMs) return
    if (this.#session && isWorthRestart(this.#shown, this.#request)) this.#end().catch(() => undefined)
  }

  #resetVideo(): void {
    if (performance.now() - this.#keyFrameAt < keyFrameEveryMs) return
    this.#keyFrameAt = performance.now()
    this.#session?.controller?.resetVideo().catch(() => undefined)
  }

  /** One session after the other until closed; rejects when several yield nothing. */
  async #run(begun: () => void): Promise<void> {
    const { encoder } = this.#deps
    let failures = 0
    let asksBaseline = !encoder.refusesBaseline
    while (!this.#isClosed) {
      const words = await this.#runSession(begun, asksBaseline).catch((error: unknown) => {
        if (failures + 1 >= maxFailures || error instanceof PhoneDisconnected) throw error
        return String(error)
      })
      if (words === undefined && !asksBaseline) encoder.refusesBaseline = true
      if (this.#isClosed) return
      if (words !== undefined && asksBaseline) {
        asksBaseline = false
        continue
      }
      failures = words === undefined ? 0 : failures + 1
      if (failures >= maxFailures) throw new Error(words)
      await pause(pauseMs, this.#deps.signal)
      this.#deps.signal.throwIfAborted()
    }
  }

  /** One session to its end; resolves to an error text when it yielded no frame. */
  async #runSession(begun: () => void, asksBaseline: boolean): Promise<string | undefined> {
    const { server, size } = this.#deps
    const { width, height } = await size()
    this.#shown = this.#request
    this.#startedAt = performance.now()
    const { scalePercent, ...limits } = this.#shown
    const share = Math.min(scalePercent / 100, longestSide / Math.max(width, height))
    const maxSize = Math.max(8, Math.floor((Math.max(width, height) * share) / 8) * 8)
    const session = await server.start({
      ...{ video: true, control: true, maxSize },
      maxFps: Math.min(maxFps, limits.maxFps ?? maxFps),
      videoBitRate: Math.min(bitRate, limits.maxBitsPerSecond ?? bitRate),
      ...(asksBaseline && baselineOptions(maxSize, width / height)),
    })
    splitSections(session.output, (line) => {
      this.encoder = encoderKindIn(line) ?? this.encoder
    }).catch(() => undefined)
    this.#session = session
    if (this.#isClosed) await this.#end()
    let pictures = 0
    let sets: Uint8Array = Buffer.alloc(0)
    const video = await session.videoStream
    if (video)
      await splitSections(video.stream, (packet: ScrcpyMediaStreamPacket) => {
        if (packet.type === 'configuration') sets = packet.data
        else {
          const frame = Buffer.concat([sets, packet.data])
          this.#packets.picture(frame)
          this.#frames.add(frame, packet.keyframe === true)
          sets = Buffer.alloc(0)
          if (pictures++ === 0) begun()
        }
      }).catch(() => undefined)
    await this.#end()
    return pictures ? undefined : 'no picture'
  }

  /** The loop starts the next session when this one has ended. */
  async #end(): Promise<void> {
    const session = this.#session
    this.#session = undefined
    this.#frames.clear()
    if (!session) return
    await session.controller?.close().catch(() => undefined)
    await session.close().catch(() => undefined)
  }
}

/** An encoder that refuses them ends the session; a smaller video instead would be no answer. */
function baselineOptions(longest: number, ratio: number): Partial<ScrcpyInit> {
  const blocks = (longest * longest * Math.min(ratio, 1 / ratio)) / 256
  const level = blocks > blocksOfLevel4 ? AndroidAvcLevel.Level5 : AndroidAvcLevel.Level4
  return { videoCodecOptions: new ScrcpyCodecOptions({ profile, level }), downsizeOnError: false }
}
