import { type ChildProcess, spawn } from 'node:child_process'
import { H264Packetizer, splitH264NalUnits } from 'werift'
import type { ScreenVideo } from '../drivers/device-driver.ts'
import { AccessUnits } from './access-units.ts'
import type { RtpListener } from './video-source.ts'

/** With nothing more for so long, what came is the whole picture. */
const silenceMs = 3
const clockPerMs = 90
const startMs = 10_000
/** Types of NAL units. */
const keySlice = 5
const parameterSets = [7, 8]
const startCode = Buffer.from([0, 0, 1])

/**
 * Video from a command that writes H.264 (Annex B, constrained baseline) to its standard output. It is passed on as it
 * is: nothing is coded here. A new viewer waits for the next key frame, since the command cannot be asked for one.
 */
export class H264Command implements ScreenVideo {
  readonly codec = 'H264'
  readonly captureMs = undefined
  readonly encodeMs = undefined
  onPacket: RtpListener = () => {}
  readonly #child: ChildProcess
  readonly #units = new AccessUnits((unit) => this.#send(unit))
  #sets: Buffer[] = []
  readonly #exited: Promise<unknown>
  readonly #packetizer = new H264Packetizer({ inputFormat: 'annexb' })
  #silence: NodeJS.Timeout | undefined

  /** Resolves when the first bytes came; rejects when the command ends without any. */
  static async open(command: string): Promise<H264Command> {
    const video = new H264Command(command)
    try {
      await video.#begun()
      return video
    } catch (error) {
      await video.close()
      throw error
    }
  }

  private constructor(command: string) {
    this.#child = spawn(command, { shell: true, detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
    this.#exited = new Promise((resolve) => this.#child.once('close', resolve))
    this.#child.on('error', () => {})
    this.#child.stdout?.on('data', (chunk: Buffer) => this.#receive(chunk))
  }

  adjust(): void {}
  requestKeyFrame(): void {}

  async close(): Promise<void> {
    clearTimeout(this.#silence)
    this.onPacket = () => {}
    const { pid, exitCode } = this.#child
    if (pid === undefined || exitCode !== null) return
    // The shell and what it started.
    process.kill(-pid, 'SIGKILL')
    await this.#exited
  }

  #begun(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the video command says nothing')), startMs)
      const settle = (step: () => void) => () => {
        clearTimeout(timer)
        step()
      }
      this.#child.stdout?.once('data', settle(resolve))
      this.#child.once(
        'close',
        settle(() => reject(new Error('the video command has ended'))),
      )
    })
  }

  #receive(chunk: Buffer): void {
    this.#units.push(chunk)
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#units.flush(), silenceMs)
  }

  #send(unit: Buffer): void {
    const time = Math.floor(performance.now() * clockPerMs) % 2 ** 32
    for (const packet of this.#packetizer.packetize(this.#withSets(unit), time)) this.onPacket(packet)
  }

  /** Some sources say their parameter sets once, and every key frame needs them. */
  #withSets(unit: Buffer): Buffer {
    const parts = splitH264NalUnits(unit, undefined, 'annexb')
    const sets = parts.filter((part) => parameterSets.includes(typeOf(part)))
    if (sets.length) this.#sets = sets
    const needsSets = sets.length === 0 && parts.some((part) => typeOf(part) === keySlice)
    return needsSets ? Buffer.concat([...this.#sets.flatMap((set) => [startCode, set]), unit]) : unit
  }
}

const typeOf = (part: Buffer) => (part[0] ?? 0) & 31
