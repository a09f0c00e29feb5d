import { AndroidAvcLevel, AndroidAvcProfile } from '@yume-chan/scrcpy'
import { pause } from '../../../back-off.ts'
import { errorMessage } from '../../../notice.ts'
import { CodedFrames } from '../../../video/coded-frames.ts'
import { H264Packets } from '../../../video/h264-packets.ts'
import type { EncoderKind, RtpListener } from '../../../video/video-source.ts'
import { isWorthRestart } from '../../../video/worth-restart.ts'
import type { LiveVideo, ScreenSize, ScreenVideo, VideoRequest } from '../../device-driver.ts'
import { atMost } from '../at-most.ts'
import { PhoneDisconnected } from '../shell.ts'
import type { AdbTexts } from '../texts.ts'
import { encoderKindIn } from './encoder-kind.ts'
import { ScrcpyControl } from './scrcpy-control.ts'
import type { ScrcpyServer } from './scrcpy-server.ts'
import type { ScrcpyOptions, ScrcpySession } from './scrcpy-session.ts'
import { readScrcpyStream, ScrcpyStreamError } from './stream-reader.ts'

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

/** Its last session is not waited for any longer: the phone may not answer any more. */
const closeMs = 5000

export interface ScrcpyVideoDeps {
  server: ScrcpyServer
  texts: AdbTexts
  size: () => Promise<ScreenSize>
  /** Ends with the phone. */
  signal: AbortSignal
  /** What is known of its encoder; kept between videos. */
  encoder: { refusesBaseline: boolean }
  /** Of the server, for the display that is shown now. */
  display: () => ScrcpyOptions
  /** Each line that the server writes. */
  onLine: (line: string) => void
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
  #control: ScrcpyControl | undefined
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

  /** Takes touches in pixels of the video; undefined while it does not run, or before its size is known. */
  get control(): ScrcpyControl | undefined {
    return this.#control?.size ? this.#control : undefined
  }

  get live(): LiveVideo | undefined {
    if (this.#isClosed) return undefined
    return { frames: this.#frames, requestKeyFrame: () => this.#resetVideo() }
  }

  requestKeyFrame(): void {
    if (!this.#packets.repeat()) this.#resetVideo()
  }

  /** With a new session; viewers stay. */
  restart(): void {
    this.#end().catch(() => undefined)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    this.#packets.close()
    await this.#end()
    await atMost(closeMs, this.#running)
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
    // A finger on the screen would be lifted.
    if (!this.#control || this.#control.isTouched) return
    if (isWorthRestart(this.#shown, this.#request)) this.restart()
  }

  #resetVideo(): void {
    if (performance.now() - this.#keyFrameAt < keyFrameEveryMs) return
    this.#keyFrameAt = performance.now()
    this.#control?.resetVideo().catch(() => undefined)
  }

  /** One session after the other until closed; rejects when several yield nothing. */
  async #run(begun: () => void): Promise<void> {
    const { encoder } = this.#deps
    let failures = 0
    let asksBaseline = !encoder.refusesBaseline
    while (!this.#isClosed) {
      const words = await this.#runSession(begun, asksBaseline).catch((error: unknown) => {
        if (failures + 1 >= maxFailures || error instanceof PhoneDisconnected) throw error
        return errorMessage(error)
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
    const { server, size, display, onLine } = this.#deps
    const { width, height } = await size()
    this.#shown = this.#request
    this.#startedAt = performance.now()
    const { scalePercent, ...limits } = this.#shown
    const share = Math.min(scalePercent / 100, longestSide / Math.max(width, height))
    const maxSize = Math.max(8, Math.floor((Math.max(width, height) * share) / 8) * 8)
    const { keepsActive } = await server.wire()
    const start: Parameters<ScrcpyServer['start']>[0] = {
      streams: { video: true, control: true },
      options: {
        ...display(),
        max_size: maxSize,
        max_fps: Math.min(maxFps, limits.maxFps ?? maxFps),
        video_bit_rate: Math.min(bitRate, limits.maxBitsPerSecond ?? bitRate),
        ...(keepsActive ? { keep_active: true } : { stay_awake: true }),
        ...(asksBaseline && baselineOptions(maxSize, width / height)),
      },
      onLine: (line) => {
        this.encoder = encoderKindIn(line) ?? this.encoder
        onLine(line)
      },
    }
    const session = await (keepsActive ? server.start(start) : server.startUndone('awake', start))
    const control = new ScrcpyControl(session)
    this.#control = control
    if (this.#isClosed) await this.#end()
    try {
      const pictures = await this.#show(session, control, begun)
      return pictures ? undefined : 'no picture'
    } finally {
      await this.#end()
    }
  }

  /** Resolves to the number of frames when the stream has ended; rejects if it ended by a fault before the first. */
  async #show(session: ScrcpySession, control: ScrcpyControl, begun: () => void): Promise<number> {
    let pictures = 0
    let sets: Uint8Array = Buffer.alloc(0)
    if (!session.video) return pictures
    try {
      for await (const packet of readScrcpyStream(session.video, { kind: 'video', wire: session.wire })) {
        if (packet.type === 'size') control.size = { width: packet.width, height: packet.height }
        else if (packet.type === 'config') sets = packet.data
        else if (packet.type === 'frame') {
          const frame = Buffer.concat([sets, packet.data])
          this.#packets.picture(frame)
          this.#frames.add(frame, packet.isKey)
          sets = Buffer.alloc(0)
          if (pictures++ === 0) begun()
        }
      }
    } catch (error) {
      if (pictures === 0) throw this.#toError(error)
    }
    return pictures
  }

  #toError(error: unknown): unknown {
    if (!(error instanceof ScrcpyStreamError)) return error
    return new Error(this.#deps.texts.scrcpyStream[error.fault].replace('{0}', () => error.value))
  }

  /** The loop starts the next session when this one has ended. */
  async #end(): Promise<void> {
    const control = this.#control
    this.#control = undefined
    this.#frames.clear()
    await control?.close()
  }
}

/** An encoder that refuses them ends the session; a smaller video instead would be no answer. */
function baselineOptions(longest: number, ratio: number): ScrcpyOptions {
  const blocks = (longest * longest * Math.min(ratio, 1 / ratio)) / 256
  const level = blocks > blocksOfLevel4 ? AndroidAvcLevel.Level5 : AndroidAvcLevel.Level4
  return { video_codec_options: `profile=${profile},level=${level}`, downsize_on_error: false }
}
