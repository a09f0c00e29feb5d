import type { QualityProfile } from '../../ground/theme/settings-store.ts'
import type { LineReport } from './line-report.ts'
import { profileSteps, type QualityStep } from './quality-profiles.ts'

/** Why frames are coarser than the profile would like: milliseconds, or a share from 0 to 1 of the packets. */
export interface QualityReason {
  kind: 'slow' | 'queued' | 'jitter' | 'loss' | 'freeze'
  value: number
}

export interface QualityState {
  profile: QualityProfile
  /** From 1 for the best to `steps`. */
  step: number
  steps: number
  /** Of the last step down; undefined at the first step. */
  reason: QualityReason | undefined
  sharePercent: number
}

/** The size of frames before the phone's own is known: what a device begins with. */
const firstScale = 50
/** Percent: smaller changes of a panel's width keep the size. */
const scaleGrain = 5
/** Milliseconds of queueing. */
const queue = { bad: 250, good: 60 }
/** Random losses of a poor line are no congestion: coarser frames would not end them. */
const loss = { bad: 0.1, good: 0.04 }
const jitterMs = { bad: 120, good: 40 }
/** So long the image stood within a report. */
const freezeMs = { bad: 300, good: 1 }
/** The shortest round trip is forgotten slowly: a phone moves to another line. */
const driftMsPerReport = 0.5
/** A step up that the line did not bear makes the next one wait twice as long, up to this factor. */
const maxPatience = 16
const failedWithin = 20

type Verdict = 'good' | 'bad' | undefined

/** Verdicts in a row that decide. */
class Evidence {
  readonly #decides: { bad: number; good: number }
  #bad = 0
  #good = 0

  constructor(decides: { bad: number; good: number }) {
    this.#decides = decides
  }

  /** The step to take: 1 down, -1 up. */
  note(verdict: Verdict, patience: number): -1 | 0 | 1 {
    this.#bad = verdict === 'bad' ? this.#bad + 1 : 0
    this.#good = verdict === 'good' ? this.#good + 1 : 0
    if (this.#bad >= this.#decides.bad) return 1
    return this.#good >= this.#decides.good * patience ? -1 : 0
  }

  clear(): void {
    this.#bad = 0
    this.#good = 0
  }
}

/**
 * Chooses size, quality and rate of a phone's screen: as the profile wants them in the pixels that the page shows, and
 * coarser while the line does not carry that.
 */
export class AutoQuality {
  readonly profile: QualityProfile
  readonly #steps: readonly [QualityStep, ...QualityStep[]]
  #step = 0
  #shownPixels = 0
  #screenPixels = 0
  /** Percent, as asked for last. */
  #askedScale = firstScale
  readonly #frames = new Evidence({ bad: 3, good: 40 })
  readonly #reports = new Evidence({ bad: 2, good: 8 })
  #reason: QualityReason | undefined
  #shortestTrip = Number.POSITIVE_INFINITY
  #patience = 1
  /** Reports since the last step up. */
  #sinceRaise = Number.POSITIVE_INFINITY
  #hasRaiseFailed = false

  /** before: of the same screen, whose size it knows. */
  constructor(profile: QualityProfile = 'automatic', before?: AutoQuality) {
    this.profile = profile
    this.#steps = profileSteps[profile]
    if (!before) return
    this.#screenPixels = before.#screenPixels
    this.#askedScale = before.#askedScale
  }

  /** Whether a frame has told the size of the phone's screen. */
  get knowsPhone(): boolean {
    return this.#screenPixels > 0
  }

  /** Width of the phone on the page, in pixels of the display. */
  showAt(pixels: number): void {
    this.#shownPixels = pixels
  }

  /** A screenshot arrived. screenWidth: of the phone, in its present rotation; queuedMs: on the way. */
  note({ screenWidth, queuedMs }: { screenWidth: number; queuedMs: number }): void {
    this.#screenPixels = screenWidth
    const verdict = judge(queuedMs, queue)
    this.#weigh(this.#frames, verdict, { kind: 'queued', value: queuedMs })
  }

  /** About once a second while video is shown; `isVideo` false: of the page's socket, which carries screenshots. */
  report(report: LineReport, isVideo: boolean): void {
    this.#sinceRaise += 1
    const measured = this.#measure(report)
    const bad = measured.find(({ verdict }) => verdict === 'bad')
    const isGood = isVideo && measured.length > 0 && measured.every(({ verdict }) => verdict === 'good')
    if (bad) this.#frames.clear()
    this.#weigh(this.#reports, bad ? 'bad' : isGood ? 'good' : undefined, bad?.reason)
  }

  /** Frames of a video have only their own width: the asked share of the phone's. */
  noteVideo(width: number): void {
    this.#screenPixels = (100 * width) / this.#askedScale
  }

  /** The phone was asked for this setting. */
  asked({ screen_scale }: Record<string, string>): void {
    this.#askedScale = Number(screen_scale)
  }

  get state(): QualityState {
    return {
      profile: this.profile,
      step: this.#step + 1,
      steps: this.#steps.length,
      reason: this.#step > 0 ? this.#reason : undefined,
      sharePercent: this.#scaleOf(this.#present.share),
    }
  }

  /** What to ask the phone for now. */
  get setting(): Record<string, string> {
    const { share, quality, delayMs, sharpens, video } = this.#present
    return {
      screen_scale: String(this.#scaleOf(share)),
      screen_img_quality: quality,
      screen_img_delay: String(delayMs),
      ...(sharpens && { screen_sharp: String(this.#scaleOf(1)) }),
      ...(video && { screen_video_fps: String(video.fps), screen_video_kbps: String(video.kbps) }),
    }
  }

  get #present(): QualityStep {
    return this.#steps[this.#step] ?? this.#steps[0]
  }

  #scaleOf(share: number): number {
    if (!this.#screenPixels || !this.#shownPixels) return Math.round(firstScale * share)
    const percent = (100 * share * this.#shownPixels) / this.#screenPixels
    return Math.min(100, Math.max(scaleGrain, Math.ceil(percent / scaleGrain) * scaleGrain))
  }

  #measure(report: LineReport): { verdict: Verdict; reason: QualityReason }[] {
    const { roundTripMs } = report
    if (roundTripMs !== undefined)
      this.#shortestTrip = Math.min(this.#shortestTrip + driftMsPerReport, roundTripMs)
    const found: { verdict: Verdict; reason: QualityReason }[] = []
    const look = (
      kind: QualityReason['kind'],
      value: number | undefined,
      verdict: (value: number) => Verdict,
    ) => {
      if (value !== undefined) found.push({ verdict: verdict(value), reason: { kind, value } })
    }
    look('slow', roundTripMs, (trip) => judge(trip - this.#shortestTrip, queue))
    look('loss', report.loss, (share) => judge(share, loss))
    look('jitter', report.jitterMs, (ms) => judge(ms, jitterMs))
    look('freeze', report.freezes?.ms, (ms) => judge(ms, freezeMs))
    return found
  }

  #weigh(evidence: Evidence, verdict: Verdict, reason: QualityReason | undefined): void {
    const by = evidence.note(verdict, this.#patience)
    if (by === 0) return
    this.#frames.clear()
    this.#reports.clear()
    const step = Math.min(this.#steps.length - 1, Math.max(0, this.#step + by))
    if (step === this.#step) return
    this.#step = step
    if (by > 0) this.#lowered(reason)
    else this.#raised()
  }

  #lowered(reason: QualityReason | undefined): void {
    this.#reason = reason
    if (this.#sinceRaise >= failedWithin) return
    this.#sinceRaise = Number.POSITIVE_INFINITY
    this.#hasRaiseFailed = true
    this.#patience = Math.min(maxPatience, this.#patience * 2)
  }

  #raised(): void {
    if (!this.#hasRaiseFailed) this.#patience = 1
    this.#hasRaiseFailed = false
    this.#sinceRaise = 0
  }
}

const judge = (value: number, { bad, good }: { bad: number; good: number }): Verdict =>
  value > bad ? 'bad' : value < good ? 'good' : undefined
