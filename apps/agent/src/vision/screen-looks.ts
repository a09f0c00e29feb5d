import { setTimeout as pause } from 'node:timers/promises'
import { ocrCommand } from '@fleetdeck/contract/script-api/capabilities'
import type { DeviceDriver } from '../drivers/device-driver.ts'
import { type AgentTexts, fill } from '../texts.ts'
import type { RelativeColor } from './colors.ts'
import type { Match, Rectangle } from './find-pictures.ts'
import { Frame } from './frame.ts'
import { FrameMemory } from './frame-memory.ts'
import { JoinedReads } from './joined-reads.ts'
import { LiveFrames } from './live-frames.ts'
import { lookProcess } from './look-process.ts'
import type { NamedPicture } from './looks.ts'
import { isOcrInstalled } from './ocr/ocr-packages.ts'
import type { RecognisedText } from './ocr/recognise.ts'
import { LookRefused } from './refusals.ts'

const megabyte = 1024 * 1024
const frames = new FrameMemory({ recentBytes: 64 * megabyte, frozenBytes: 512 * megabyte })
const mostPictures = 50
/** Scores are rounded to one of so many. */
const scoreSteps = 1000
/** Interval between two looks of a wait. */
const waitStepMs = 100
/** The phone encodes and sends what it shows within this time. */
const videoDelayMs = 100
/** Colours of a video differ from the screen's by less, except along edges and in its first frames. */
const videoTolerance = 32

/** Part of a screen, to its edges where a length is missing. */
export interface Region {
  /** Instead of the others. */
  region?: Rectangle | undefined
  x?: number | undefined
  y?: number | undefined
  width?: number | undefined
  height?: number | undefined
}

/** Which frame a look may use. */
export interface Freshness {
  /** The last frame is used if it is younger; milliseconds. */
  maxAge?: number | undefined
  /** A frame of the running video is enough, whose colours and edges are not exact. */
  live?: boolean | undefined
}

export interface PictureOptions extends Region, Freshness {
  threshold?: number | undefined
  /** Former name: the share of pixels that match. */
  share?: number | undefined
  tolerance?: number | undefined
  screenWidth?: number | undefined
}
export interface WaitOptions extends Region {
  live?: boolean | undefined
  timeout: number
  /** Share of the region that has to change, 0 to 1. */
  threshold: number
}

interface Source {
  driver: DeviceDriver
  texts: AgentTexts
  /** Aborted when the run has ended; its frames are dropped then. */
  signal: AbortSignal
}

/** What one run of a script sees of its phone. Frames are decoded and searched in another process. */
export class ScreenLooks {
  readonly #source: Source
  readonly #captures = new JoinedReads(() => this.#capture())
  #actedAt = performance.now()

  constructor(source: Source) {
    this.#source = source
    source.signal.addEventListener('abort', () => frames.forget(this), { once: true })
  }

  /** The script may have changed the screen: older frames of the video do not show it. */
  acted(): void {
    this.#actedAt = performance.now()
  }

  /** All looks use this frame until `unfreeze`. */
  freeze(options: Freshness = {}) {
    return this.#refused(async () => {
      frames.unfreeze(this)
      using frame = await this.#frame(options)
      frames.freeze(this, frame)
      if (this.#source.signal.aborted) frames.forget(this)
      const age = performance.now() - frame.at
      return { width: frame.width, height: frame.height, at: Math.round(Date.now() - age) }
    })
  }

  unfreeze(): void {
    frames.unfreeze(this)
  }

  async color(x: number, y: number, options: Freshness = {}): Promise<string> {
    return this.#refused(async () => {
      using frame = await this.#frame(options)
      const [color = ''] = await lookProcess.look('vision', this.#phone, ['colors', frame], [{ x, y }])
      return color
    })
  }

  /** The first pixel of a colour that has further colours around it. */
  findColors(
    color: string,
    others: RelativeColor[],
    { tolerance, ...options }: Region & Freshness & { tolerance: number },
  ): Promise<{ x: number; y: number } | null> {
    return this.#refused(async () => {
      using frame = await this.#frame({ live: tolerance >= videoTolerance, ...given(options) })
      const search = { color, others, tolerance, region: regionOf(frame, options) }
      return await lookProcess.look('vision', this.#phone, ['findColors', frame], search)
    })
  }

  compareColors(
    points: { x: number; y: number; color: string }[],
    { tolerance, ...options }: Freshness & { tolerance: number },
  ): Promise<boolean> {
    return this.#refused(async () => {
      using frame = await this.#frame({ live: tolerance >= videoTolerance, ...given(options) })
      return await lookProcess.look('vision', this.#phone, ['compareColors', frame], { points, tolerance })
    })
  }

  /** A part of the screen as a PNG in base64. */
  cut(region: Rectangle, options: Freshness = {}): Promise<string> {
    return this.#refused(async () => {
      using frame = await this.#frame(options)
      const whole = regionOf(frame, region)
      if (whole.width !== region.width || whole.height !== region.height) throw outside(frame)
      return await lookProcess.look('vision', this.#phone, ['cut', frame], whole)
    })
  }

  screenshot({
    format,
    quality,
    scale,
    ...options
  }: Region & Freshness & { format: 'jpeg' | 'png'; quality: number; scale: number }) {
    return this.#refused(async () => {
      using frame = await this.#frame({ live: format === 'jpeg', ...given(options) })
      const shot = { format, quality, scale, region: regionOf(frame, options) }
      return await lookProcess.look('vision', this.#phone, ['screenshot', frame], shot)
    })
  }

  /** The best match; its centre, where a finger would tap. */
  async findPicture(picture: string, options: PictureOptions): Promise<Match | null> {
    const [found] = await this.findPictures([{ name: '', picture }], { ...options, all: false })
    if (!found) return null
    const { name: _, ...match } = found
    return match
  }

  /** The best match of each picture, or all of them; sorted by score. */
  findPictures(pictures: NamedPicture[], { all, ...options }: PictureOptions & { all: boolean }) {
    return this.#refused(async () => {
      if (pictures.length > mostPictures) throw new LookRefused('picturesTooMany', String(mostPictures))
      using frame = await this.#frame({ live: true, ...given(options) })
      const { tolerance = 32, screenWidth } = options
      // A match whose score is shown as the threshold is one.
      const threshold = (options.threshold ?? thresholdOf(options.share)) - 0.5 / scoreSteps
      const search = { region: regionOf(frame, options), threshold, tolerance, screenWidth, all }
      const found = await lookProcess.look('vision', this.#phone, ['findPictures', frame], {
        pictures,
        search,
      })
      return found.map(({ name, score, ...place }) => ({
        name,
        ...centreOf(place),
        width: place.width,
        height: place.height,
        score: Math.round(score * scoreSteps) / scoreSteps,
      }))
    })
  }

  /** Whether the screen changes in time, compared with the frozen frame or the present one. */
  waitForChange({ timeout, threshold, live = true, ...region }: WaitOptions): Promise<boolean> {
    return this.#refused(async () => {
      const until = performance.now() + timeout
      using before = await this.#frame({ live })
      for (;;) {
        using now = await this.#present({ live })
        if ((await this.#changedShare(before, now, region)) > threshold) return true
        if (performance.now() + waitStepMs > until) return false
        await this.#pause()
      }
    })
  }

  /** Whether the screen shows the same for `still` milliseconds, in time. */
  waitForStill({
    timeout,
    threshold,
    still,
    live = true,
    ...region
  }: WaitOptions & { still: number }): Promise<boolean> {
    return this.#refused(async () => {
      let since = performance.now()
      const until = since + timeout
      let before = await this.#present({ live })
      try {
        for (;;) {
          await this.#pause()
          const asked = performance.now()
          using now = await this.#present({ live })
          if ((await this.#changedShare(before, now, region)) > threshold) {
            before[Symbol.dispose]()
            before = now.use()
            since = asked
          } else if (asked - since >= still) return true
          if (performance.now() > until) return false
        }
      } finally {
        before[Symbol.dispose]()
      }
    })
  }

  /** Text that the screen shows, by optical character recognition, from top to bottom. */
  ocr({
    scale,
    ...options
  }: Region & Freshness & { scale?: number | undefined } = {}): Promise<RecognisedText[]> {
    return this.#refused(async () => {
      if (!isOcrInstalled()) throw new LookRefused('ocrMissing', ocrCommand)
      using frame = await this.#frame({ live: true, ...given(options) })
      const region = regionOf(frame, options)
      return await lookProcess.look('ocr', this.#phone, ['readText', frame], { region, scale })
    })
  }

  /** Text for look-ups of words where the phone reports no elements; nothing without OCR. */
  async readWords(options: Region & Freshness = {}): Promise<RecognisedText[]> {
    return isOcrInstalled() && this.#source.driver.readFrame ? this.ocr(options) : []
  }

  get #phone(): DeviceDriver {
    return this.#source.driver
  }

  /** In use by the caller. */
  async #frame({ maxAge = 0, live = false }: Freshness): Promise<Frame> {
    const frozen = frames.frozen(this)
    if (frozen?.isLost) {
      frames.unfreeze(this)
      throw new LookRefused('frameLost')
    }
    if (frozen) return frozen.use()
    const recent = frames.recent(this)
    if (recent && !recent.isLost && performance.now() - recent.at < maxAge) return recent.use()
    return this.#present({ live, maxAge })
  }

  /** By the running video if that is enough; in use by the caller. */
  async #present({ maxAge = 0, live = false }: Freshness): Promise<Frame> {
    const shown = live ? await this.#readVideo(maxAge) : undefined
    const frame = shown ?? (await this.#captures.read())
    return frame.use()
  }

  async #readVideo(maxAge: number): Promise<Frame | undefined> {
    const { driver, signal } = this.#source
    if (!driver.liveVideo) return undefined
    const delay = this.#actedAt + videoDelayMs - maxAge - performance.now()
    if (delay > 0) await pause(delay, undefined, { signal })
    signal.throwIfAborted()
    return LiveFrames.of(driver).read()
  }

  async #capture(): Promise<Frame> {
    const { driver, signal } = this.#source
    signal.throwIfAborted()
    if (!driver.readFrame) throw new LookRefused('pixelsUnsupported')
    const at = performance.now()
    const read = await driver.readFrame((output, stopped) => lookProcess.capture(output, at, stopped))
    const frame = read instanceof Frame ? read : await lookProcess.keep(read, at)
    if (!signal.aborted) frames.keep(this, frame)
    return frame
  }

  #changedShare(before: Frame, after: Frame, region: Region): Promise<number> {
    const of = before.video || after.video ? 'video' : 'captured'
    const args = { ...regionOf(before, region), of } as const
    return lookProcess.look('vision', this.#phone, ['changedShare', before, after], args)
  }

  async #pause(): Promise<void> {
    await pause(waitStepMs, undefined, { signal: this.#source.signal })
  }

  /** Refusals in the agent's language. */
  async #refused<Result>(look: () => Promise<Result>): Promise<Result> {
    try {
      return await look()
    } catch (error) {
      if (!(error instanceof LookRefused)) throw error
      const reason = fill(this.#source.texts[error.refusal], ...error.values)
      const { subject } = error
      throw new Error(subject === undefined ? reason : `${subject}: ${reason}`, { cause: error })
    }
  }
}

/** Without what the script left open. */
const given = ({ maxAge, live }: Freshness): Freshness => ({ maxAge, ...(live !== undefined && { live }) })

const thresholdOf = (share = 0.9) => Math.max(0.5, share - 0.1)

const outside = ({ width, height }: Frame) => new LookRefused('regionOutside', String(width), String(height))

/** Whole pixels within the screen; a region that reaches beyond it is cut off. */
function regionOf(frame: Frame, { region, ...edges }: Region): Rectangle {
  const { x = 0, y = 0, width, height }: Region = region ?? edges
  const left = Math.max(0, Math.floor(x))
  const top = Math.max(0, Math.floor(y))
  const right = Math.min(frame.width, Math.floor(width === undefined ? frame.width : x + width))
  const bottom = Math.min(frame.height, Math.floor(height === undefined ? frame.height : y + height))
  if (left >= right || top >= bottom) throw outside(frame)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

const centreOf = ({ x, y, width, height }: Rectangle) => ({
  x: Math.round(x + width / 2),
  y: Math.round(y + height / 2),
})
