import type { AdbNoneProtocolProcess } from '@yume-chan/adb'
import type { ScreenSize } from '../device-driver.ts'
import type { Pixel } from '../finger-paths.ts'
import { toPixel } from './pixels.ts'
import { type AdbShell, eachChunk, PhoneDisconnected, ShellFailed } from './shell.ts'
import type { ShownDisplay } from './shown-display.ts'
import { temporarily } from './temporary.ts'

/** `input motionevent` since this API level. */
export const sdkOfMotion = 30
const liftMs = 20_000
const mostWords = 4096
const done = 'fleetdeck-done'
/** Reads steps, and lifts the finger by itself when the connection ends before it has lifted. */
const line = temporarily({ save: ['x='], back: ['[ -z "$x" ] || input motionevent UP "$x" "$y"'] }, [
  // At its end `read` empties what it reads into.
  'while read -r step nextx nexty',
  `do x=$nextx; y=$nexty; input motionevent "$step" "$x" "$y" 2>&1 </dev/null; echo "${done} $?"`,
  '[ "$step" != UP ] || { x=; exit; }',
  'done',
])

interface LiveFingerDeps {
  shell: AdbShell
  display: ShownDisplay
  size: Promise<ScreenSize>
}

/**
 * A finger on the phone that follows the operator's. Each step starts a program there, which takes some 50 to 300 ms:
 * only the newest position waits for it, so that the finger is never more than one step behind.
 */
export class LiveFinger {
  readonly #shell: AdbShell
  readonly #size: Promise<ScreenSize>
  readonly #process: Promise<AdbNoneProtocolProcess>
  readonly #steps = new AbortController()
  #words = ''
  #answered: (() => void) | undefined
  #next: Pixel | undefined
  #sent: Pixel
  /** Settles when no step waits. */
  #moving: Promise<void>
  #isMoving = true

  /** from: where it touches; fractions of the screen, as all positions. */
  constructor({ shell, display, size }: LiveFingerDeps, from: Pixel) {
    this.#shell = shell
    this.#size = size
    this.#sent = from
    this.#process = shell.spawn(display.inputLine(line))
    this.#read().catch(() => undefined)
    this.#moving = this.#step('DOWN', from).then(() => this.#follow())
    this.#moving.catch(() => undefined)
  }

  move(to: Pixel): void {
    this.#next = to
    if (this.#isMoving) return
    this.#isMoving = true
    this.#moving = this.#follow()
    this.#moving.catch(() => undefined)
  }

  /** Resolves when the phone has lifted it; rejects when a step was refused. */
  async lift(at: Pixel): Promise<void> {
    this.#next = undefined
    try {
      await this.#shell.within(liftMs, async () => {
        await this.#moving
        if (at.x !== this.#sent.x || at.y !== this.#sent.y) await this.#step('MOVE', at)
        await this.#step('UP', at)
      })
    } finally {
      this.#steps.abort()
      // Without its reader, a finger that is still down is lifted there.
      await this.#process.then((process) => process.kill()).catch(() => undefined)
    }
  }

  async #follow(): Promise<void> {
    for (let next = this.#next; next; next = this.#next) {
      this.#next = undefined
      await this.#step('MOVE', next)
    }
    this.#isMoving = false
  }

  async #step(step: 'DOWN' | 'MOVE' | 'UP', at: Pixel): Promise<void> {
    this.#sent = at
    const { x, y } = toPixel(at, await this.#size)
    const { stdin } = await this.#process
    this.#steps.signal.throwIfAborted()
    const answered = new Promise<void>((resolve) => {
      this.#answered = resolve
    })
    const writer = stdin.getWriter()
    await writer.write(Buffer.from(`${step} ${x} ${y}\n`))
    writer.releaseLock()
    await answered
    const [said = '', code] = this.#words.split(`${done} `)
    this.#words = ''
    if (code === undefined) throw new PhoneDisconnected(this.#shell.goneText)
    if (code.trim() !== '0') throw new ShellFailed(said.trim().slice(0, 500) || `exit ${code.trim()}`)
  }

  async #read(): Promise<void> {
    try {
      const { output } = await this.#process
      await eachChunk(output, (chunk) => {
        this.#words = (this.#words + Buffer.from(chunk).toString('utf8')).slice(-mostWords)
        if (new RegExp(`${done} \\d+\\n`).test(this.#words)) this.#answered?.()
      })
    } finally {
      this.#steps.abort(new PhoneDisconnected(this.#shell.goneText))
      this.#answered?.()
    }
  }
}
