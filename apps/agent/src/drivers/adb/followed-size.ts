import { pause } from '../../back-off.ts'
import type { ScreenSize } from '../device-driver.ts'
import {
  hasShapeOf,
  isSameSize,
  isTurned,
  panelIn,
  panelsLine,
  parseDisplays,
  parseWmSize,
  sizesLine,
  turned,
} from './display-geometry.ts'
import { type AdbShell, eachChunk } from './shell.ts'
import type { ShownDisplay } from './shown-display.ts'

/** An older size is read again: the phone may have been rotated. */
const freshMs = 3000
/** Pause between two commands that follow the size. */
const pauseMs = 1000
/** The size is followed for so long after its last use. */
const followedMs = 60_000
const border = '=='
/** The size each second for a minute, so that a command that lost its reader ends, too. */
const followLine = `i=0; while [ $i -lt 60 ]; do ${sizesLine}; echo ${border}; sleep 1; i=$((i+1)); done`
const mostFollowed = 64 * 1024

export interface FollowedSizeDeps {
  shell: AdbShell
  display: ShownDisplay
  /** For phones that do not report their size. */
  ofPicture: () => Promise<ScreenSize>
  /** The size of a running video, which turns with the phone. */
  ofVideo: () => ScreenSize | undefined
}

/**
 * The logical size of the screen in its present rotation, in which fingers touch. While it is used, the phone reports
 * it every second, and a running video shows a rotation at once: only the first touch waits for the phone.
 */
export class FollowedSize {
  readonly #deps: FollowedSizeDeps
  #size: (ScreenSize & { at: number }) | undefined
  /** Of the last picture or video that the reported size did not fit. */
  #unlike: ScreenSize | undefined
  #panel: { of: string | undefined } | undefined
  #reading: Promise<ScreenSize> | undefined
  #usedAt = Number.NEGATIVE_INFINITY
  #isFollowing = false

  constructor(deps: FollowedSizeDeps) {
    this.#deps = deps
  }

  /** For `screencap -d`, on phones with several panels. The phone is asked once, and when its screen is another one. */
  async panel(): Promise<string | undefined> {
    this.#panel ??= { of: panelIn((await this.#deps.shell.run(panelsLine)).stdout, this.#deps.display.id) }
    return this.#panel.of
  }

  /** Waits for the phone only if the size is not followed yet, or `fresh`. */
  async read({ fresh = false } = {}): Promise<ScreenSize> {
    this.#usedAt = performance.now()
    const known = fresh ? undefined : this.#known()
    if (known) return known
    return this.#readOnce()
  }

  /** The screen that a picture shows. The phone is asked only about a picture of another shape than the last one. */
  async shownBy(picture: ScreenSize): Promise<ScreenSize> {
    if (this.#panel?.of) this.#keepFollowing()
    const known = this.#size
    const isKnown = known && (hasShapeOf(picture, known) || isSameSize(this.#unlike, picture))
    const { width, height } = isKnown ? known : await this.#ask(() => Promise.resolve(picture))
    const size = { width, height }
    this.#unlike = hasShapeOf(picture, size) ? undefined : { width: picture.width, height: picture.height }
    // The phone has turned since, or does not turn its pictures.
    return isTurned(picture, size) ? turned(size) : size
  }

  /** After an input that rotates the phone. */
  forget(): void {
    this.#size = undefined
  }

  /** Another display is shown. */
  forgetDisplay(): void {
    this.forget()
    this.#panel = undefined
    this.#unlike = undefined
  }

  #known(): ScreenSize | undefined {
    if (!this.#size) return undefined
    const { at, ...size } = this.#size
    const shown = this.#deps.ofVideo()
    const isOld = performance.now() - at >= freshMs
    if (shown && !hasShapeOf(shown, size)) {
      if (hasShapeOf(shown, turned(size))) return turned(size)
      if (!isSameSize(this.#unlike, shown)) {
        this.#unlike = shown
        return undefined
      }
    }
    if (isOld && !shown && !this.#isFollowing) return undefined
    if (isOld) this.#readOnce().catch(() => undefined)
    return size
  }

  #readOnce(): Promise<ScreenSize> {
    this.#reading ??= this.#ask(this.#deps.ofPicture).finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  async #ask(ofPicture: () => Promise<ScreenSize>): Promise<ScreenSize> {
    const { stdout } = await this.#deps.shell.run(sizesLine)
    const reported = this.#reportedIn(stdout)
    const size = reported ?? (await this.#unreported(await ofPicture()))
    this.#seen(size)
    if (reported) this.#follow()
    return size
  }

  #reportedIn(text: string): ScreenSize | undefined {
    const { display } = this.#deps
    const displays = parseDisplays(text)
    display.keepOneOf(displays)
    return displays.find(({ id }) => id === display.id)?.size
  }

  /** Turned like a picture, which may be larger than what fingers touch. */
  async #unreported({ width, height }: ScreenSize): Promise<ScreenSize> {
    const picture = { width, height }
    const logical = parseWmSize((await this.#deps.shell.run('wm size')).stdout)
    if (!logical) return picture
    return isTurned(logical, picture) ? turned(logical) : logical
  }

  #seen({ width, height }: ScreenSize): void {
    this.#size = { width, height, at: performance.now() }
  }

  /** The phone may be folded, which moves the picture to its other panel. */
  #keepFollowing(): void {
    this.#usedAt = performance.now()
    this.#follow()
  }

  #follow(): void {
    if (this.#isFollowing) return
    this.#isFollowing = true
    this.#followWhileUsed()
      // The next use reads the size, and follows it again.
      .catch(() => undefined)
      .finally(() => {
        this.#isFollowing = false
      })
  }

  async #followWhileUsed(): Promise<void> {
    const { shell } = this.#deps
    for (;;) {
      await pause(pauseMs, shell.signal)
      if (shell.signal.aborted || performance.now() - this.#usedAt > followedMs) return
      const { output, exited } = await shell.spawn(followLine)
      exited.catch(() => undefined)
      let text = ''
      await eachChunk(output, (chunk) => {
        const reports = (text + Buffer.from(chunk).toString('utf8')).slice(-mostFollowed).split(border)
        text = reports.pop() ?? ''
        const size = this.#reportedIn(reports.at(-1) ?? '')
        if (size) this.#report(size)
      })
    }
  }

  /** A folding phone has another size on its other panel. */
  #report(size: ScreenSize): void {
    const isOther = this.#size && !isSameSize(this.#size, size) && !isSameSize(this.#size, turned(size))
    if (isOther) this.#panel = undefined
    this.#seen(size)
  }
}
