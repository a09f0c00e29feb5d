import type { AdbNoneProtocolProcess } from '@yume-chan/adb'
import { pause } from '../../back-off.ts'
import { H264Packets } from '../../video/h264-packets.ts'
import type { RtpListener } from '../../video/video-source.ts'
import { isWorthRestart } from '../../video/worth-restart.ts'
import type { ScreenSize, ScreenVideo, VideoRequest } from '../device-driver.ts'
import { atMost } from './at-most.ts'
import type { AdbScreen } from './screen.ts'
import { type AdbShell, eachChunk, PhoneDisconnected } from './shell.ts'

/** A frame may arrive over the cable in parts; a longer gap ends it. */
const silenceMs = 25
const firstPictureMs = 8000
const checkMs = 1000
/** A new recording costs the phone half a second. */
const restartEveryMs = 2000
/** Minimum time between two starts. */
const pauseMs = 300
/** The phone may not answer any more. */
const closeMs = 5000
/** Consecutive recorders that ended without a frame. */
const maxFailures = 3
const longestSide = 1920
/** Encoders of many phones only accept multiples of 8. */
const step = 8
const program = 'screenrecord --output-format=h264'
/** Three minutes is the maximum of every version. */
const options = '--time-limit 180'
const maxBitRate = 4_000_000

/** The size in which a screen is recorded. */
export function recordedSize({ width, height }: ScreenSize, scalePercent: number): ScreenSize {
  const share = Math.min(scalePercent / 100, longestSide / Math.max(width, height))
  const side = (pixels: number) => Math.max(step, Math.floor((pixels * share) / step) * step)
  return { width: side(width), height: side(height) }
}

/**
 * The screen by Android's own recorder, H.264 forwarded as it arrives. The recorder accepts no request for a key frame
 * and does not follow a rotation: both restart it. It sends nothing while the screen does not change; then its last key
 * frame is repeated, so that viewers can distinguish a still screen from a lost connection.
 */
export class ScreenrecordVideo implements ScreenVideo {
  readonly codec = 'H264'
  /** The recorder does not say. */
  readonly encoder = undefined
  readonly captureMs = undefined
  readonly encodeMs = undefined
  readonly #shell: AdbShell
  readonly #screen: AdbScreen
  readonly #packets = new H264Packets(silenceMs)
  #request: VideoRequest
  /** What the present recording was started for. */
  #recorded: VideoRequest
  #size = ''
  #process: AdbNoneProtocolProcess | undefined
  #startedAt = Number.NEGATIVE_INFINITY
  #isClosed = false
  #timer: NodeJS.Timeout | undefined
  #recording: Promise<void> = Promise.resolve()
  #begun: () => void = () => {}

  /** Resolves when the first bytes arrived; rejects when none do. */
  static async open(shell: AdbShell, screen: AdbScreen, request: VideoRequest): Promise<ScreenrecordVideo> {
    const video = new ScreenrecordVideo(shell, screen, request)
    try {
      await shell.within(firstPictureMs, () => video.#begin())
      return video
    } catch (error) {
      await video.close()
      throw error
    }
  }

  private constructor(shell: AdbShell, screen: AdbScreen, request: VideoRequest) {
    this.#shell = shell
    this.#screen = screen
    this.#request = request
    this.#recorded = request
  }

  set onPacket(listener: RtpListener) {
    this.#packets.onPacket = listener
  }

  adjust(request: VideoRequest): void {
    this.#request = request
    if (isWorthRestart(this.#recorded, request)) this.#restart()
  }

  requestKeyFrame(): void {
    if (!this.#packets.repeat()) this.#restart()
  }

  restart(): void {
    this.#startedAt = Number.NEGATIVE_INFINITY
    this.#restart()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#packets.close()
    await atMost(closeMs, this.#end())
    await atMost(closeMs, this.#recording)
  }

  async #begin(): Promise<void> {
    const first = new Promise<void>((resolve) => {
      this.#begun = resolve
    })
    this.#recording = this.#run().catch((error) => {
      // Nothing is repeated any more: silence shows the viewers that this video has ended.
      this.#isClosed = true
      this.#packets.close()
      throw error
    })
    await Promise.race([first, this.#recording])
    this.#checkLater()
  }

  /** Records until closed; rejects when the phone yields nothing several times. */
  async #run(): Promise<void> {
    let failures = 0
    while (!this.#isClosed) {
      const output = await this.#record()
      if (this.#isClosed) return
      failures = output === undefined ? 0 : failures + 1
      if (failures >= maxFailures) throw new Error(output || 'no output')
      await pause(this.#startedAt + pauseMs - performance.now(), this.#shell.signal)
    }
  }

  /** One recording to its end; resolves to its output when that was no video. */
  async #record(): Promise<string | undefined> {
    const { width, height } = recordedSize(await this.#screen.size(), this.#request.scalePercent)
    this.#recorded = this.#request
    this.#size = `${width}x${height}`
    this.#startedAt = performance.now()
    const panel = await this.#screen.recordedPanel()
    const display = panel === undefined ? '' : `--display-id ${panel} `
    const bitRate = Math.min(maxBitRate, this.#recorded.maxBitsPerSecond ?? maxBitRate)
    const process = await this.#shell.spawn(
      `${program} ${display}--size ${this.#size} --bit-rate ${bitRate} ${options} -`,
    )
    process.exited.catch(() => undefined)
    if (this.#isClosed) return void (await process.kill())
    this.#process = process
    let words = ''
    let isVideo = false
    await eachChunk(process.output, (bytes) => {
      const chunk = Buffer.from(bytes)
      isVideo ||= isAnnexB(chunk)
      if (!isVideo) words = (words + chunk.toString('utf8', 0, 300)).slice(0, 300)
      else {
        this.#begun()
        this.#packets.push(chunk)
      }
    })
    this.#packets.end()
    if (this.#shell.signal.aborted) throw new PhoneDisconnected(String(this.#shell.signal.reason.message))
    return isVideo ? undefined : words.trim()
  }

  #checkLater(): void {
    if (this.#isClosed) return
    this.#recording.catch(() => undefined)
    this.#timer = setTimeout(() => {
      this.#check()
        .catch(() => undefined)
        .finally(() => this.#checkLater())
    }, checkMs)
  }

  async #check(): Promise<void> {
    const { width, height } = recordedSize(await this.#screen.size(), this.#request.scalePercent)
    const isOther = `${width}x${height}` !== this.#size || isWorthRestart(this.#recorded, this.#request)
    if (isOther) this.#restart()
    else if (this.#packets.silentMs >= checkMs) this.requestKeyFrame()
  }

  /** The loop starts the next recording when this one has ended; one that cannot be ended reaches its time limit. */
  #restart(): void {
    if (this.#isClosed || performance.now() - this.#startedAt < restartEveryMs) return
    this.#startedAt = performance.now()
    this.#end().catch(() => undefined)
  }

  /** A recorder without a reader does not notice while the screen does not change, so it is stopped. */
  async #end(): Promise<void> {
    const process = this.#process
    this.#process = undefined
    if (!process) return
    await this.#shell.run(`pkill -INT -f '^${program}'`).catch(() => undefined)
    await process.kill()
  }
}

/** Three or four bytes of a start code. */
const isAnnexB = (chunk: Buffer) => /^(00){2,3}01/.test(chunk.subarray(0, 4).toString('hex'))
