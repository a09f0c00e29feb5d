import type { DeviceDriver, LiveVideo, ScreenSize } from '../drivers/device-driver.ts'
import type { Decoded, FramesToDecode } from '../video/coded-frames.ts'
import type { H264Format } from '../video/h264-format.ts'
import type { Frame } from './frame.ts'
import { JoinedReads } from './joined-reads.ts'
import { lookProcess } from './look-process.ts'

/** A smaller video shows too little of small text and pictures. */
const leastShare = 0.75
/** The sides of a video are rounded. */
const mostStretch = 0.03
/** A phone that cannot start a video in time is captured. */
const keyFrameMs = 800
/** A key frame is as large as many other frames, and viewers get it, too. */
const keyFrameEveryMs = 3000
/** An unused frame is dropped after so long. */
const idleMs = 15_000
let streams = 0
const known = new WeakMap<DeviceDriver, LiveFrames>()

/** The running video of one phone, decoded when a script looks. */
export class LiveFrames {
  readonly #driver: DeviceDriver
  readonly #stream = streams++
  readonly #reads = new JoinedReads(() => this.#readOrForget())
  #decoded: Decoded | undefined
  /** The key frame after which nothing could be decoded, as damaged or because too many videos are looked at. */
  #failedKey = -1
  #last: Frame | undefined
  #keyFrameAt = Number.NEGATIVE_INFINITY
  #idle: NodeJS.Timeout | undefined

  static of(driver: DeviceDriver): LiveFrames {
    const frames = known.get(driver) ?? new LiveFrames(driver)
    known.set(driver, frames)
    return frames
  }

  private constructor(driver: DeviceDriver) {
    this.#driver = driver
  }

  /** The newest frame of the video; undefined if there is none that looks can use. */
  read(): Promise<Frame | undefined> {
    if (!this.#driver.liveVideo) return Promise.resolve(undefined)
    return this.#reads.read()
  }

  async #readOrForget(): Promise<Frame | undefined> {
    clearTimeout(this.#idle)
    try {
      return await this.#read()
    } catch {
      // A capture can still show the screen.
      this.#forget()
      return undefined
    } finally {
      this.#idle = setTimeout(() => this.#forget(), idleMs).unref()
    }
  }

  async #read(): Promise<Frame | undefined> {
    const video = this.#driver.liveVideo
    if (!video || video.frames.format === null) return undefined
    const { format } = video.frames
    if (format && !(await this.#sizeFor(format))) return undefined
    if (!video.frames.after(this.#decoded)) await this.#requestKeyFrame(video)
    const part = video.frames.after(this.#decoded)
    const screen = part && part.key !== this.#failedKey && (await this.#sizeFor(part.format))
    if (!screen) return undefined
    const isSame = part.frames.length === 0 && this.#last?.width === screen.width && !this.#last.isLost
    if (isSame) return this.#last
    return this.#decode(video, part, screen)
  }

  async #decode(video: LiveVideo, part: FramesToDecode, screen: ScreenSize): Promise<Frame | undefined> {
    const { frames, at, ...rest } = part
    const lengths = frames.map(({ length }) => length)
    const coded = { ...rest, stream: this.#stream, bytes: Buffer.concat(frames), lengths }
    const decoded = await lookProcess.decode(this.#driver, coded, { ...screen, at })
    if (!decoded) {
      this.#forget()
      if (part.first === 0) this.#failedKey = part.key
      return undefined
    }
    this.#decoded = { key: part.key, count: part.first + frames.length }
    video.frames.haveDecoded(this.#decoded)
    this.#keep(decoded)
    return decoded
  }

  async #requestKeyFrame(video: LiveVideo): Promise<void> {
    const now = performance.now()
    if (now - this.#keyFrameAt < keyFrameEveryMs) return
    this.#keyFrameAt = now
    video.requestKeyFrame()
    await video.frames.nextKeyFrame(keyFrameMs)
  }

  /** The screen, if it is the one of the video: both turn with the phone, one before the other. */
  async #sizeFor(format: H264Format): Promise<ScreenSize | undefined> {
    const size = await this.#driver.readSize()
    if (isShownBy(format, size)) return isLargeEnough(format, size) ? size : undefined
    const fresh = await this.#driver.readSize({ fresh: true })
    return isShownBy(format, fresh) && isLargeEnough(format, fresh) ? fresh : undefined
  }

  #keep(frame: Frame | undefined): void {
    frame?.use()
    this.#last?.[Symbol.dispose]()
    this.#last = frame
  }

  #forget(): void {
    this.#decoded = undefined
    this.#keep(undefined)
  }
}

const isLargeEnough = (video: ScreenSize, screen: ScreenSize) => video.width >= screen.width * leastShare

const isShownBy = (video: ScreenSize, screen: ScreenSize) =>
  Math.abs((video.width * screen.height) / (video.height * screen.width) - 1) <= mostStretch
