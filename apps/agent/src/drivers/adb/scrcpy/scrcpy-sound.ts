import { randomInt } from 'node:crypto'
import { RtpHeader, RtpPacket } from 'werift'
import { pause } from '../../../back-off.ts'
import { errorMessage } from '../../../notice.ts'
import type { OpusEncoder } from '../../../sound/opus-encoder.ts'
import { opusLength } from '../../../sound/opus-length.ts'
import { channels, NoSound, type PhoneSound, samplesPerSecond } from '../../../sound/phone-sound.ts'
import { SoundPace } from '../../../sound/sound-pace.ts'
import type { RtpListener } from '../../../video/video-source.ts'
import { atMost } from '../at-most.ts'
import { isBefore, sdkOfSound } from '../sdk.ts'
import { PhoneDisconnected } from '../shell.ts'
import type { AdbTexts } from '../texts.ts'
import { type ScrcpyServer, ScrcpyUnusable } from './scrcpy-server.ts'
import type { ScrcpySession } from './scrcpy-session.ts'
import { complaintIn } from './server-output.ts'
import { readScrcpyStream, ScrcpyStreamError } from './stream-reader.ts'

const firstMs = 10_000
const pauseMs = 500
/** Sessions that ended soon, one after the other. */
const maxFailures = 3
const steadyMs = 10_000
/** The server's words arrive on another stream than its sound. */
const wordsMs = 300
const mostComplaints = 3
const closeMs = 5000
/** Of a packet in bytes; Android's encoder makes a quarter of it. */
const mostOpusBytes = 1200
const ticksPerMs = samplesPerSecond / 1000
const bytesPerMs = ticksPerMs * channels * 2

/** The phone's own encoder comes first: its packets are forwarded as they are. */
type SoundCodec = 'opus' | 'raw'

export interface ScrcpySoundDeps {
  server: ScrcpyServer
  texts: AdbTexts
  /** API level of Android; 0 when unknown. */
  sdk: number
  /** Ends with the phone. */
  signal: AbortSignal
  /** What is known of its encoder; kept between sounds. */
  encoder: { lacksOpus: boolean }
  /** Each line that the server writes. */
  onLine: (line: string) => void
}

/**
 * What the phone plays, as scrcpy captures it; the phone itself is silent meanwhile. A server of its own runs for it, so
 * that the video does not restart.
 */
export class ScrcpySound implements PhoneSound {
  onPacket: RtpListener = () => {}
  readonly ended: Promise<NoSound>
  readonly #deps: ScrcpySoundDeps
  readonly #running: Promise<void>
  #session: ScrcpySession | undefined
  #encoder: OpusEncoder | undefined
  readonly #ssrc = randomInt(2 ** 32)
  #hasBegun = false
  #isClosed = false
  /** Of the present session. */
  #complaints: string[] = []

  /** Resolves when the phone captures its sound; rejects with NoSound. */
  static async open(deps: ScrcpySoundDeps): Promise<ScrcpySound> {
    if (isBefore(deps.sdk, sdkOfSound)) throw new NoSound('android')
    const begun = Promise.withResolvers<void>()
    const sound = new ScrcpySound(deps, begun.resolve)
    await Promise.race([begun.promise, sound.ended.then((why) => Promise.reject(why))])
    return sound
  }

  private constructor(deps: ScrcpySoundDeps, begun: () => void) {
    this.#deps = deps
    const ended = Promise.withResolvers<NoSound>()
    this.ended = ended.promise
    this.#running = this.#run(begun).then(async (why) => {
      await this.#encoder?.close()
      if (!this.#isClosed) ended.resolve(why)
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#endSession()
    await atMost(closeMs, this.#running)
  }

  /** One session after the other; resolves to the reason of the end. */
  async #run(begun: () => void): Promise<NoSound> {
    const { encoder, signal } = this.#deps
    for (let failures = 0; ; ) {
      const codec: SoundCodec = encoder.lacksOpus ? 'raw' : 'opus'
      const startedAt = performance.now()
      const error = await this.#runSession(codec, begun).catch((error: unknown) => error)
      if (isWithoutEncoder(error) && codec === 'opus') {
        encoder.lacksOpus = true
        continue
      }
      failures = performance.now() - startedAt < steadyMs ? failures + 1 : 1
      const mayRetry = this.#hasBegun && failures < maxFailures && !(error instanceof PhoneDisconnected)
      if (this.#isClosed || signal.aborted || !mayRetry) return this.#toReason(error)
      await pause(pauseMs, signal)
    }
  }

  /** One session to its end; rejects when it has captured nothing. */
  async #runSession(codec: SoundCodec, begun: () => void): Promise<void> {
    const { server, onLine } = this.#deps
    const complaints: string[] = []
    this.#complaints = complaints
    const session = await server.start({
      // Without control, the server would not notice the end of this session while nothing plays.
      streams: { audio: true, control: true },
      options: { audio_codec: codec, power_on: false },
      onLine: (line) => {
        const words = complaintIn(line)
        if (words && complaints.length < mostComplaints) complaints.push(words)
        onLine(line)
      },
    })
    this.#session = session
    try {
      if (codec === 'raw') this.#encoder ??= await this.#openEncoder()
      if (!this.#isClosed) await this.#forward(session, codec, begun)
    } finally {
      await this.#endSession()
    }
  }

  async #forward(session: ScrcpySession, codec: SoundCodec, begun: () => void): Promise<void> {
    if (!session.audio) return
    const late = setTimeout(() => void this.#endSession(), firstMs)
    const pace = new SoundPace()
    try {
      for await (const packet of readScrcpyStream(session.audio, { kind: 'audio', wire: session.wire })) {
        if (packet.type === 'codec' && packet.codec !== codec)
          throw new ScrcpyStreamError('codec', packet.codec)
        clearTimeout(late)
        this.#hasBegun = true
        begun()
        if (packet.type !== 'frame') continue
        if (codec === 'opus') this.#sendOpus(packet, pace)
        else this.#sendSamples(packet, pace)
        // What queues on the way is older than what the phone plays now.
        if (pace.isStuck) return
      }
    } finally {
      clearTimeout(late)
    }
  }

  #sendOpus({ data, ptsMs }: { data: Buffer; ptsMs: number }, pace: SoundPace): void {
    const length = opusLength(data)
    if (length === undefined || data.length > mostOpusBytes) return
    const at = pace.take(ptsMs, length)
    if (at === undefined) return
    const timestamp = Math.round(at * ticksPerMs) % 2 ** 32
    this.onPacket(new RtpPacket(new RtpHeader({ ssrc: this.#ssrc, timestamp }), data))
  }

  #sendSamples({ data, ptsMs }: { data: Buffer; ptsMs: number }, pace: SoundPace): void {
    if (!this.#encoder || pace.take(ptsMs, data.length / bytesPerMs) === undefined) return
    const whole = data.subarray(0, data.length - (data.length % (channels * 2)))
    const samples = new Int16Array(whole.length / 2)
    for (let index = 0; index < samples.length; index++) samples[index] = whole.readInt16LE(index * 2)
    this.#encoder.push(samples)
  }

  /** Its library is loaded for phones without an encoder only. */
  async #openEncoder(): Promise<OpusEncoder> {
    const { OpusEncoder } = await import('../../../sound/opus-encoder.ts')
    const encoder = await OpusEncoder.open()
    encoder.onPacket = (packet) => this.onPacket(packet)
    return encoder
  }

  async #toReason(error: unknown): Promise<NoSound> {
    const { sdk, texts, signal } = this.#deps
    if (error instanceof ScrcpyUnusable) return new NoSound('scrcpy', error.message)
    const isRefused = error instanceof ScrcpyStreamError && error.fault === 'disabled'
    if (isRefused || isWithoutEncoder(error)) {
      await pause(wordsMs, signal)
      const words = this.#complaints.join(' ')
      if (!isRefused) return new NoSound('failed', words || texts.noSound)
      if (/before Android 11/.test(words)) return new NoSound('android', words)
      return new NoSound(sdk === sdkOfSound || /unlocked/.test(words) ? 'locked' : 'refused', words)
    }
    if (error instanceof ScrcpyStreamError)
      return new NoSound(
        'failed',
        texts.scrcpyStream[error.fault].replace('{0}', () => error.value),
      )
    return new NoSound('failed', error === undefined ? texts.scrcpyStream.cut : errorMessage(error))
  }

  async #endSession(): Promise<void> {
    const session = this.#session
    this.#session = undefined
    await session?.close()
  }
}

/** The server fails so when Android has no encoder of that kind, or cannot start it. */
const isWithoutEncoder = (error: unknown): boolean =>
  error instanceof ScrcpyStreamError && error.fault === 'failed'
