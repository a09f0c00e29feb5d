import { pause } from '../../back-off.ts'
import type { ScreenSize } from '../device-driver.ts'
import { parseScreenSize } from './parse/display.ts'
import { type AdbShell, eachChunk } from './shell.ts'

/** An older size is read again before it is used: the phone may have been rotated. */
const freshMs = 3000
/** Pause between two commands that follow the size. */
const pauseMs = 1000
/** The size is followed for so long after its last use. */
const followedMs = 60_000
const readLine = "dumpsys window displays | grep -m1 'cur='"
/** The size each second for a minute, so that a command that lost its reader ends, too. */
const followLine = `${readLine}; i=0; while [ $i -lt 60 ]; do sleep 1; i=$((i+1)); ${readLine}; done`

/**
 * The size of the screen in its present rotation. While it is used, the phone reports it every second, so that no touch
 * has to wait for it.
 */
export class FollowedSize {
  readonly #shell: AdbShell
  readonly #ofPicture: () => Promise<ScreenSize>
  #size: (ScreenSize & { at: number }) | undefined
  #reading: Promise<ScreenSize> | undefined
  #usedAt = 0
  #isFollowing = false

  /** ofPicture: for phones that do not report their size. */
  constructor(shell: AdbShell, ofPicture: () => Promise<ScreenSize>) {
    this.#shell = shell
    this.#ofPicture = ofPicture
  }

  /** Waits for the phone only if the size is not followed yet, or `fresh`. */
  async read({ fresh = false } = {}): Promise<ScreenSize> {
    this.#usedAt = performance.now()
    const { at, ...size } = this.#size ?? { at: Number.NEGATIVE_INFINITY, width: 0, height: 0 }
    if (!fresh && this.#usedAt - at < freshMs) return size
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  seen({ width, height }: ScreenSize): void {
    this.#size = { width, height, at: performance.now() }
  }

  /** After an input that rotates the phone. */
  forget(): void {
    this.#size = undefined
  }

  async #read(): Promise<ScreenSize> {
    const { stdout } = await this.#shell.run(readLine)
    const reported = parseScreenSize(stdout)
    const size = reported ?? (await this.#ofPicture())
    this.seen(size)
    if (reported && !this.#isFollowing) this.#follow()
    return size
  }

  #follow(): void {
    this.#isFollowing = true
    this.#followWhileUsed()
      // The next use reads the size, and follows it again.
      .catch(() => undefined)
      .finally(() => {
        this.#isFollowing = false
      })
  }

  async #followWhileUsed(): Promise<void> {
    for (;;) {
      await pause(pauseMs, this.#shell.signal)
      if (this.#shell.signal.aborted || performance.now() - this.#usedAt > followedMs) return
      const { output, exited } = await this.#shell.spawn(followLine)
      exited.catch(() => undefined)
      await eachChunk(output, (chunk) => {
        const size = parseScreenSize(Buffer.from(chunk).toString('utf8'))
        if (size) this.seen(size)
      })
    }
  }
}
