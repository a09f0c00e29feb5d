import type { PhoneOrder } from '@fleetdeck/contract/phone-socket'
import { encodeScreenFrame } from '@fleetdeck/contract/screen-frame'
import type { Capture, DeviceDriver } from '../drivers/device-driver.ts'
import { inBackground } from '../in-background.ts'
import { errorMessage, type Notice } from '../notice.ts'
import { type AgentTexts, fill } from '../texts.ts'
import type { Uplink } from '../uplink.ts'
import type { EncoderKind } from '../video/video-source.ts'
import { type Pace, parsePace } from './pace.ts'

type Setting = Extract<PhoneOrder, { action: 'startScreen' }>['setting']

/** Maximum frames in transit; later changes are part of the next one. */
const maxUnanswered = 2
/** A response this late is treated as lost: continuing is better than a frozen screen. */
const answerTimeoutMs = 2000
const retryAfterFailureMs = 1000
/** A phone that is polled is read less often with each unchanged capture, down to this interval. */
const stillMs = 1000
const stillGrowth = 1.5
/** A screen unchanged for so long is sent once more, sharp. */
const sharpAfterMs = 250
/** JPEG quality without visible losses. */
const sharpQuality = 95
const uint32 = 2 ** 32

/** Frames are encoded by this program. */
type ScreenFigures = Pick<Capture, 'captureMs' | 'encodeMs'> & { encoder: EncoderKind }

export interface ScreenDeps {
  driver: DeviceDriver
  uplink: Uplink
  notice: Notice
  texts: AgentTexts
}

/**
 * Sends the screen as JPEG frames: only after a change, never faster than requested or acknowledged. Phones that do not
 * report changes are read less often while nothing changes.
 */
export class ScreenStream {
  readonly #deps: ScreenDeps
  #pace: Pace | undefined
  #timeCode = false
  #figures: ScreenFigures | undefined
  #unwatch: (() => void) | undefined
  #unlisten: (() => void) | undefined
  #timer: NodeJS.Timeout | undefined
  #answerTimer: NodeJS.Timeout | undefined
  #unanswered: number[] = []
  #sequence = 0
  #sentRevision: number | undefined
  #capturedAt = Number.NEGATIVE_INFINITY
  #capturing = false
  /** Unchanged captures in a row. */
  #unchanged = 0
  #changedAt = Number.NEGATIVE_INFINITY
  /** done: the viewers have the sharp frame of the present screen. */
  #sharp: 'no' | 'wanted' | 'done' = 'no'
  #sharpTimer: NodeJS.Timeout | undefined
  /** The screen may differ from the last frame. */
  #stale = false
  /** Whether the viewers know that the screen cannot be read. */
  #isFailureReported = false
  /** Counts starts and stops, so that an outdated capture is detected. */
  #epoch = 0

  constructor(deps: ScreenDeps) {
    this.#deps = deps
  }

  /** Somebody watches. */
  get isOn(): boolean {
    return this.#pace !== undefined
  }

  /** The cost of the last frame; undefined while none is sent. */
  get figures(): ScreenFigures | undefined {
    return this.#figures
  }

  start(setting: Setting, timeCode = false): void {
    const { driver } = this.#deps
    this.#epoch++
    this.#timeCode = timeCode
    this.#pace = parsePace(setting)
    this.#sentRevision = undefined
    this.#stale = true
    this.#unchanged = 0
    this.#forgetSharp()
    this.#isFailureReported = false
    this.#capturedAt = Number.NEGATIVE_INFINITY
    this.#forgetUnanswered()
    this.#unwatch ??= driver.watchScreen()
    this.#unlisten ??= driver.listen((event) => {
      if (event.type !== 'screenChanged') return
      this.#stale = true
      this.#next()
    })
    this.#next()
  }

  stop(): void {
    this.#epoch++
    this.#pace = undefined
    this.#figures = undefined
    clearTimeout(this.#timer)
    this.#forgetSharp()
    this.#forgetUnanswered()
    this.#unlisten?.()
    this.#unwatch?.()
    this.#unlisten = undefined
    this.#unwatch = undefined
  }

  /** An input is likely to change the screen. */
  expectChange(): void {
    this.#unchanged = 0
    this.#next()
  }

  /** The server has the frame; older ones count as acknowledged too. */
  taken(sequence: number): void {
    const index = this.#unanswered.indexOf(sequence)
    if (index < 0) return
    this.#unanswered.splice(0, index + 1)
    this.#watchForAnswer()
    this.#next()
  }

  /** Captures now, or as soon as the pace and the viewer allow it. */
  #next(): void {
    clearTimeout(this.#timer)
    if (!this.#pace || this.#capturing || this.#unanswered.length >= maxUnanswered) return
    const isSharp = this.#sharp === 'wanted'
    if (!isSharp && !this.#stale) return
    const wait = this.#capturedAt + this.#interval(this.#pace) - performance.now()
    if (wait > 0 && !isSharp) this.#timer = setTimeout(() => this.#next(), wait)
    else inBackground(this.#captureAndSend(this.#pace, isSharp), this.#deps.notice, 'agent.screenFailed')
  }

  #interval({ delayMs }: Pace): number {
    return Math.min(Math.max(delayMs, stillMs), delayMs * stillGrowth ** this.#unchanged)
  }

  async #captureAndSend(pace: Pace, isSharp: boolean): Promise<void> {
    const epoch = this.#epoch
    this.#capturing = true
    if (isSharp) this.#sharp = 'done'
    else {
      this.#stale = false
      this.#capturedAt = performance.now()
    }
    const { sharpPercent = pace.scalePercent } = pace
    const form = isSharp
      ? { scalePercent: sharpPercent, quality: sharpQuality }
      : { scalePercent: pace.scalePercent, quality: pace.quality }
    const known = isSharp ? undefined : this.#sentRevision
    const capturedAt = Date.now()
    try {
      const capture = await this.#deps.driver.capture({
        ...form,
        ...(this.#timeCode && { timeCode: true }),
        ...(known !== undefined && { knownRevision: known }),
      })
      this.#capturing = false
      if (epoch !== this.#epoch) this.#next()
      else if (isSharp && capture) this.#sharpened(capture, capturedAt)
      else this.#captured(capture, capturedAt)
    } catch (error) {
      this.#capturing = false
      if (epoch !== this.#epoch) this.#next()
      else this.#failed(error)
    }
  }

  #captured(capture: Capture | undefined, capturedAt: number): void {
    const { tellsScreenChanges } = this.#deps.driver
    this.#isFailureReported = false
    if (capture) {
      this.#unchanged = 0
      this.#forgetSharp()
      this.#changedAt = performance.now()
      this.#send(capture, capturedAt)
    } else this.#sharpenLater()
    // A capture without a change does not delay the next frame.
    if (!capture && tellsScreenChanges) this.#capturedAt = Number.NEGATIVE_INFINITY
    else if (!capture) this.#unchanged += 1
    // Continuous motion is announced once; one more capture detects its end.
    if (capture || !tellsScreenChanges) this.#stale = true
    this.#next()
  }

  #sharpened(capture: Capture, capturedAt: number): void {
    // It changed in between: the frame of the next still moment is sharp again.
    if (capture.revision !== this.#sentRevision) this.#forgetSharp()
    this.#send(capture, capturedAt)
    this.#next()
  }

  #sharpenLater(): void {
    if (this.#pace?.sharpPercent === undefined || this.#timeCode || this.#sharp !== 'no') return
    clearTimeout(this.#sharpTimer)
    const wait = this.#changedAt + sharpAfterMs - performance.now()
    this.#sharpTimer = setTimeout(() => {
      this.#sharp = 'wanted'
      this.#next()
    }, wait)
  }

  #forgetSharp(): void {
    clearTimeout(this.#sharpTimer)
    this.#sharp = 'no'
  }

  #send(capture: Capture, capturedAt: number): void {
    const { jpeg, revision, captureMs, encodeMs, ...size } = capture
    this.#figures = {
      encoder: 'software',
      ...(captureMs !== undefined && { captureMs }),
      ...(encodeMs !== undefined && { encodeMs }),
    }
    this.#sequence = (this.#sequence + 1) % uint32
    const frame = { ...size, sequence: this.#sequence, capturedAt, image: jpeg }
    if (!this.#deps.uplink.sendPicture(encodeScreenFrame(frame))) return
    this.#sentRevision = revision
    this.#unanswered.push(this.#sequence)
    if (this.#unanswered.length === 1) this.#watchForAnswer()
  }

  #failed(error: unknown): void {
    this.#stale = true
    const { uplink, texts } = this.#deps
    const msg = fill(texts.captureFailed, errorMessage(error)).slice(0, 500)
    if (!this.#isFailureReported) uplink.send({ action: 'screenFailed', msg })
    this.#isFailureReported = true
    this.#timer = setTimeout(() => this.#next(), retryAfterFailureMs)
  }

  #watchForAnswer(): void {
    clearTimeout(this.#answerTimer)
    if (this.#unanswered.length === 0) return
    this.#answerTimer = setTimeout(() => {
      this.#forgetUnanswered()
      this.#next()
    }, answerTimeoutMs)
  }

  #forgetUnanswered(): void {
    clearTimeout(this.#answerTimer)
    this.#unanswered = []
  }
}
