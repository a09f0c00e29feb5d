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
 * estimated from the fastest of its last answers, so that the error is at most half the round trip.
 */
export class LatencyMeter {
  #clock: { roundTrip: number; offset: number }[] = []
  #capture: number | undefined
  #encode: number | undefined
  #encoder: PhoneTiming['encoder']
  #source: PhoneTiming['source']
  #pictures: { total: number; arrived: number; decode: number }[] = []
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
    const best = this.#clock.reduce<number | undefined>(
      (least, { roundTrip }) => Math.min(least ?? roundTrip, roundTrip),
      undefined,
    )
    const clock = this.#clock.find(({ roundTrip }) => roundTrip === best)
    if (!clock) return
    const takenAt = code.time - clock.offset
    pushSample(this.#pictures, {
      total: shownAt - takenAt,
      arrived: receivedAt - takenAt,
      decode: shownAt - receivedAt,
    })
  }

  figures(): LatencyFigures {
    const of = (name: 'total' | 'arrived' | 'decode', share = 0.5) =>
      quantile(
        this.#pictures.map((picture) => picture[name]),
        share,
      )
    const arrived = of('arrived')
    // Capture and encode are the phone's means: subtracted from each single frame, steps that took less would count
    // as zero.
    const [capture, encode] = [this.#capture, this.#encode]
    // A step that the phone does not tell would count as network.
    const isKnown = arrived !== undefined && capture !== undefined && encode !== undefined
    const network = isKnown ? arrived - capture - encode : undefined
    return {
      pictures: this.#pictures.length,
      capture: this.#capture,
      encode: this.#encode,
      network: network === undefined ? undefined : Math.max(0, network),
      decode: of('decode'),
      total: of('total'),
      total95: of('total', 0.95),
      input: quantile(this.#inputs, 0.5),
      input95: quantile(this.#inputs, 0.95),
      encoder: this.#encoder,
      source: this.#source,
    }
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
