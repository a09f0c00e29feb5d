import { OpusEncoder } from '../../sound/opus-encoder.ts'
import { channels, type NoSound, type PhoneSound, samplesPerSecond } from '../../sound/phone-sound.ts'
import type { RtpListener } from '../../video/video-source.ts'

const stepMs = 20
/** After a stop of the process, the sound goes on from the present. */
const mostBehindMs = 200
const samplesPerMs = samplesPerSecond / 1000
const loudness = 0.25 * 0x7fff
/** A tone fades to a third in this time. */
const fadeMs = 60
const toneMs = 400
/** That sound at the same time. */
const mostTones = 8

/** What a simulated phone plays: a tone for each touch and button, and else silence. */
export class SimulatedSound implements PhoneSound {
  /** It never ends by itself. */
  readonly ended = new Promise<NoSound>(() => undefined)
  readonly #encoder: OpusEncoder
  readonly #leave: () => void
  readonly #timer: NodeJS.Timeout
  /** Up to where it has been played, on the clock of the process. */
  #playedMs = performance.now()
  #tones: { hertz: number; sample: number }[] = []

  /** watch: reports the pitch of each tone, until the returned function is called. */
  static async open(watch: (play: (hertz: number) => void) => () => void): Promise<SimulatedSound> {
    return new SimulatedSound(await OpusEncoder.open(), watch)
  }

  private constructor(encoder: OpusEncoder, watch: (play: (hertz: number) => void) => () => void) {
    this.#encoder = encoder
    this.#leave = watch((hertz) => {
      this.#tones = [...this.#tones.slice(1 - mostTones), { hertz, sample: 0 }]
    })
    this.#timer = setInterval(() => this.#play(), stepMs)
  }

  set onPacket(listener: RtpListener) {
    this.#encoder.onPacket = listener
  }

  async close(): Promise<void> {
    this.#leave()
    clearInterval(this.#timer)
    await this.#encoder.close()
  }

  #play(): void {
    const now = performance.now()
    this.#playedMs = Math.max(this.#playedMs, now - mostBehindMs)
    const samples = new Int16Array(Math.floor((now - this.#playedMs) * samplesPerMs) * channels)
    this.#playedMs += samples.length / channels / samplesPerMs
    for (const tone of this.#tones) addTone(samples, tone)
    this.#tones = this.#tones.filter(({ sample }) => sample < toneMs * samplesPerMs)
    this.#encoder.push(samples)
  }
}

function addTone(samples: Int16Array, tone: { hertz: number; sample: number }): void {
  for (let index = 0; index < samples.length; index += channels) {
    const fade = Math.exp(-tone.sample / samplesPerMs / fadeMs)
    const value = loudness * fade * Math.sin((2 * Math.PI * tone.hertz * tone.sample++) / samplesPerSecond)
    for (let channel = 0; channel < channels; channel++) {
      const sum = (samples[index + channel] ?? 0) + value
      samples[index + channel] = Math.max(-0x8000, Math.min(0x7fff, sum))
    }
  }
}
