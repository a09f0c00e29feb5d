import type { Capability } from '@fleetdeck/contract/script-api/capabilities'
import type { ScreenAction, ScreenSize } from '../device-driver.ts'
import { durationOf, type FingerPath, type Pixel, pinchPaths, type TouchStep } from '../finger-paths.ts'
import { AdbKeyboard, readInputMethods } from './adb-keyboard.ts'
import { Attempts } from './attempts.ts'
import { NotPermitted } from './check/not-permitted.ts'
import { buttonLines, isButton, isOfDisplay } from './keys.ts'
import { toPixel } from './pixels.ts'
import type { ScrcpyControl } from './scrcpy/scrcpy-control.ts'
import type { ScrcpyPhone } from './scrcpy/scrcpy-phone.ts'
import { ScrcpyUnusable } from './scrcpy/scrcpy-server.ts'
import { ScrcpyTyping } from './scrcpy/scrcpy-typing.ts'
import type { AdbScreen } from './screen.ts'
import type { AdbShell } from './shell.ts'
import type { ShownDisplay } from './shown-display.ts'
import type { AdbTexts } from './texts.ts'
import { touchLine } from './touch-line.ts'
import { Touches } from './touches.ts'
import { isPlain, typingLines } from './typing.ts'

const typingMs = 60_000
/** For a gesture, besides its own duration. */
const gestureMs = 20_000
/** Distance of each finger of a zoom from its centre, as a fraction of the screen's width. */
const near = 0.06
const far = 0.3
const zoomMs = 130
/** Toggles between portrait and landscape permanently. */
const rotateLine =
  'settings put system accelerometer_rotation 0; r=$(settings get system user_rotation); settings put system user_rotation $(( r == 0 ))'

export interface HandsDeps {
  shell: AdbShell
  screen: AdbScreen
  display: ShownDisplay
  texts: AdbTexts
  /** API level of Android; 0 when unknown. */
  sdk: number
  /** Undefined without a scrcpy-server file. */
  scrcpy: ScrcpyPhone | undefined
  /** scrcpy failed; it is tried again later, unless it cannot work. */
  lost: (error: unknown) => void
  /** For the phone's log. */
  warn: (msg: string) => void
}

/** Touching and typing: by scrcpy where it works, else by Android's own `input`. */
export class AdbInput {
  readonly #deps: HandsDeps
  readonly #touches: Touches
  readonly #typing = new ScrcpyTyping()
  #attempts = new Attempts()
  #scrcpy: ScrcpyPhone | undefined
  readonly #keyboard: AdbKeyboard
  #isComposingNoted = false

  constructor(deps: HandsDeps) {
    this.#deps = deps
    this.#scrcpy = deps.scrcpy
    this.#keyboard = new AdbKeyboard(deps.shell)
    this.#touches = new Touches({ ...deps, size: () => deps.screen.size() })
  }

  useScrcpy(scrcpy: ScrcpyPhone | undefined): void {
    this.#scrcpy = scrcpy
    this.#attempts = new Attempts()
  }

  /** It cannot work on this phone. */
  loseScrcpy(): void {
    this.#attempts.failed({ isFinal: true })
  }

  get hasScrcpy(): boolean {
    return this.#scrcpy !== undefined && !this.#attempts.hasFailed
  }

  async input(action: ScreenAction): Promise<void> {
    const { type, x, y } = action
    const { shell, screen, display, texts } = this.#deps
    const scrcpy = this.#scrcpy
    if (isButton(type)) {
      const line = buttonLines[type]
      return void (await shell.text(isOfDisplay(type) ? display.inputLine(line) : line))
    }
    const control = await this.#control()
    if (type === 'rotate') {
      if (control) await control.rotate()
      else await shell.text(rotateLine)
      return screen.forgetSize()
    }
    if (type === 'zoom_in' || type === 'zoom_out') {
      if (!control) throw new Error(texts.zoom)
      const size = await screen.size()
      return control.play(zoomPaths({ x, y }, size, type === 'zoom_in'), size)
    }
    return this.#touch({ ...action, type }, control && scrcpy)
  }

  async touch(paths: readonly FingerPath[]): Promise<void> {
    const { shell, screen, display, texts, sdk } = this.#deps
    const control = await this.#control()
    if (control) return control.play(paths, await screen.size())
    const [path, ...others] = paths
    if (others.length > 0) throw new Error(texts.zoom)
    const line = path && touchLine(path, sdk)
    if (!line) throw new Error(texts.bentPath)
    await shell.text(display.inputLine(line), { timeoutMs: durationOf(paths) + gestureMs })
  }

  /** A line end is the enter key. */
  async typeText(text: string): Promise<void> {
    const { shell, display, texts } = this.#deps
    const control = await this.#control()
    if (control) return this.#typing.type(control, text)
    const { adbKeyboard, composing } = await readInputMethods(shell)
    if (adbKeyboard) return this.#keyboard.type(adbKeyboard, text)
    if (!isPlain(text)) throw new NotPermitted('inputMethod', texts.otherLanguage)
    if (composing) this.#noteComposing(composing)
    for (const line of typingLines(text)) await shell.text(display.inputLine(line), { timeoutMs: typingMs })
  }

  async setClipboard(text: string): Promise<void> {
    const control = await this.#needed()
    this.#typing.keepClipboard()
    return control.setClipboard(text, { paste: false })
  }

  async readClipboard(options?: { copies?: boolean }): Promise<string> {
    const control = await this.#needed()
    await this.#typing.restoreClipboard()
    return control.readClipboard(options)
  }

  async missing({ assumed = false }: { assumed?: boolean } = {}): Promise<Capability[]> {
    if (assumed ? this.hasScrcpy : await this.#control()) return []
    const canType = (await readInputMethods(this.#deps.shell)).adbKeyboard !== undefined
    return ['clipboard', ...(canType ? [] : (['unicodeTyping'] as const))]
  }

  async close(): Promise<void> {
    await this.#touches.close().catch(() => undefined)
    await this.#keyboard.close().catch(() => undefined)
    await this.#typing.restoreClipboard().catch(() => undefined)
  }

  async #touch(
    { type, x, y, wheel, second }: ScreenAction & { type: TouchStep },
    scrcpy: ScrcpyPhone | undefined,
  ): Promise<void> {
    if (!scrcpy) {
      if (second && type === 'touchDown') throw new Error(this.#deps.texts.zoom)
      return this.#touches.take({ type, x, y })
    }
    const step = { step: type, at: { x, y }, second, sizeOfScreen: () => this.#deps.screen.size() }
    return wheel ? scrcpy.turnWheel(step) : scrcpy.touch(step)
  }

  #noteComposing(method: string): void {
    if (this.#isComposingNoted) return
    this.#isComposingNoted = true
    this.#deps.warn(this.#deps.texts.composing.replace('{0}', () => method))
  }

  async #needed(): Promise<ScrcpyControl> {
    const control = await this.#control()
    if (!control) throw new Error(this.#deps.texts.clipboard)
    return control
  }

  async #control(): Promise<ScrcpyControl | undefined> {
    const { shell, lost } = this.#deps
    const [scrcpy, attempts] = [this.#scrcpy, this.#attempts]
    if (!scrcpy || !attempts.mayTry) return undefined
    try {
      const control = await scrcpy.control()
      attempts.succeeded()
      return control
    } catch (error) {
      shell.signal.throwIfAborted()
      // It may have been replaced meanwhile.
      if (this.#attempts !== attempts) return undefined
      attempts.failed({ isFinal: error instanceof ScrcpyUnusable })
      lost(error)
      return undefined
    }
  }
}

/** A zoom by a button has no position: it is in the middle. */
function zoomPaths({ x, y }: Pixel, size: ScreenSize, apart: boolean): FingerPath[] {
  const { x: at, y: level } = toPixel(x || y ? { x, y } : { x: 0.5, y: 0.5 }, size)
  const [narrow, wide] = [near * size.width, far * size.width] as const
  const centre = { x: Math.min(size.width - 1 - wide, Math.max(wide, at)), y: level }
  return pinchPaths(
    centre,
    apart ? { from: narrow, to: wide, ms: zoomMs } : { from: wide, to: narrow, ms: zoomMs },
  )
}
