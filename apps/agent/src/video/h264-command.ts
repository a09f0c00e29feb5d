import { type ChildProcess, spawn } from 'node:child_process'
import type { ScreenVideo } from '../drivers/device-driver.ts'
import { H264Packets } from './h264-packets.ts'
import type { RtpListener } from './video-source.ts'

/** After so long without data, the frame is complete. */
const silenceMs = 3
const startMs = 10_000

/**
 * Video from a command that writes H.264 (Annex B, constrained baseline) to its standard output. It is forwarded
 * unchanged, without encoding. A new viewer waits for the next key frame, since the command accepts no request for one.
 */
export class H264Command implements ScreenVideo {
  readonly codec = 'H264'
  readonly encoder = undefined
  readonly captureMs = undefined
  readonly encodeMs = undefined
  readonly #child: ChildProcess
  readonly #packets = new H264Packets(silenceMs)
  readonly #exited: Promise<unknown>

  /** Resolves when the first bytes arrived; rejects when the command ends without any. */
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
    this.#child.stdout?.on('data', (chunk: Buffer) => this.#packets.push(chunk))
  }

  set onPacket(listener: RtpListener) {
    this.#packets.onPacket = listener
  }

  adjust(): void {}
  requestKeyFrame(): void {}

  async close(): Promise<void> {
    this.#packets.close()
    const { pid, exitCode } = this.#child
    if (pid === undefined || exitCode !== null) return
    // The shell and its children.
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
}
