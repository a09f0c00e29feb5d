import type { Timing as PhoneTiming } from '@fleetdeck/contract/screen-action'
import type { TimeCode } from '@fleetdeck/contract/time-code'

/** Times by the page's clock, ms since 1970. */
export interface ShownPicture {
  code: TimeCode
  receivedAt: number
  shownAt: number
}

/** Milliseconds; undefined if not known yet. */
export interface LatencyFigures {
  /** Frames that the figures are computed from. */
  pictures: number
  capture: number | undefined
  encode: number | undefined
  network: number | undefined
  decode: number | undefined
  /** From the time code to the page. */
  total: number | undefined
  total95: number | undefined
  /** From a touch here to the frame that shows it. */
  input: number | undefined
  input95: number | undefined
  /** What encodes on the phone. */
  encoder: PhoneTiming['encoder']
  /** How a phone behind adb shows its screen. */
  source: PhoneTiming['source']
}

interface Timing {
  sentAt: number
  now: number
  captureMs?: number | undefined
  encodeMs?: number | undefined
  encoder?: PhoneTiming['encoder']
  source?: PhoneTiming['source']
}

const remembered = 300
const clockSamples = 10

/**
 * Latency of each step between a phone and this page. Frames carry the phone's time. The phone's clock offset is
 * estimated from the fastest of its last answers, so that the error is at most half the round trip; with a better
 * answer, earlier frames count again.
 */
export class LatencyMeter {
  #clock: { roundTrip: number; offset: number }[] = []
  #capture: number | undefined
  #encode: number | undefined
  #encoder: PhoneTiming['encoder']
  #source: PhoneTiming['source']
  #pictures: { sentAt: number; receivedAt: number; shownAt: number }[] = []
  #inputs: number[] = []
  #touch: { seen: number; sentAt: number } | undefined
  #countedInputs: number | undefined

  timing({ sentAt, now, captureMs, encodeMs, encoder, source }: Timing, receivedAt: number) {
    this.#clock.push({ roundTrip: receivedAt - sentAt, offset: now - (sentAt + receivedAt) / 2 })
    if (this.#clock.length > clockSamples) this.#clock.shift()
    this.#capture = captureMs
    this.#encode = encodeMs
    this.#encoder = encoder
    this.#source = source
  }

  /** A touch or key was sent. Further ones before its frame arrived are not timed. */
  touched(at: number) {
    if (this.#countedInputs !== undefined) this.#touch ??= { seen: this.#countedInputs, sentAt: at }
  }

  picture({ code, receivedAt, shownAt }: ShownPicture) {
    if (this.#touch && code.inputs !== this.#touch.seen) {
      pushSample(this.#inputs, shownAt - this.#touch.sentAt)
      this.#touch = undefined
    }
    this.#countedInputs = code.inputs
    pushSample(this.#pictures, { sentAt: code.time, receivedAt, shownAt })
  }

  figures(): LatencyFigures {
    const offset = this.#offset
    const pictures = offset === undefined ? [] : this.#pictures
    const after = (name: 'receivedAt' | 'shownAt', share = 0.5) =>
      quantile(
        pictures.map((picture) => picture[name] - picture.sentAt + (offset ?? 0)),
        share,
      )
    const decoded = pictures.map(({ receivedAt, shownAt }) => shownAt - receivedAt)
    const arrived = after('receivedAt')
    // Capture and encode are the phone's means: subtracted from each single frame, steps that took less would count
    // as zero.
    const [capture, encode] = [this.#capture, this.#encode]
    // A step that the phone does not tell would count as network.
    const isKnown = arrived !== undefined && capture !== undefined && encode !== undefined
    const network = isKnown ? arrived - capture - encode : undefined
    return {
      pictures: pictures.length,
      capture: this.#capture,
      encode: this.#encode,
      network: network === undefined ? undefined : Math.max(0, network),
      decode: quantile(decoded, 0.5),
      total: after('shownAt'),
      total95: after('shownAt', 0.95),
      input: quantile(this.#inputs, 0.5),
      input95: quantile(this.#inputs, 0.95),
      encoder: this.#encoder,
      source: this.#source,
    }
  }

  /** How far the phone's clock is ahead. No frame arrives before it was sent, however slow the answers were. */
  get #offset(): number | undefined {
    const [fastest] = this.#clock.toSorted((a, b) => a.roundTrip - b.roundTrip)
    const least = this.#pictures.map(({ sentAt, receivedAt }) => sentAt - receivedAt)
    return fastest && Math.max(fastest.offset, ...least)
  }
}

function pushSample<T>(samples: T[], sample: T) {
  samples.push(sample)
  if (samples.length > remembered) samples.shift()
}

function quantile(samples: readonly number[], share: number): number | undefined {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
}
