import type { ScreenAction } from '../device-driver.ts'
import { buttonLines, isButton } from './keys.ts'
import type { Point, ScrcpyControl } from './scrcpy/scrcpy-control.ts'
import type { ScrcpyPhone } from './scrcpy/scrcpy-phone.ts'
import type { AdbScreen } from './screen.ts'
import type { AdbShell } from './shell.ts'
import type { AdbTexts } from './texts.ts'
import { Touches } from './touches.ts'
import { adbKeyboardLine, inputMethodLine, isAdbKeyboard, isPlain, typingLines } from './typing.ts'

const typingMs = 60_000
/** Toggles between portrait and landscape permanently. */
const rotateLine =
  'settings put system accelerometer_rotation 0; r=$(settings get system user_rotation); settings put system user_rotation $(( r == 0 ))'

export interface HandsDeps {
  shell: AdbShell
  screen: AdbScreen
  texts: AdbTexts
  /** Undefined without a scrcpy-server file. */
  scrcpy: ScrcpyPhone | undefined
  /** scrcpy failed and is not retried. */
  lost: (error: unknown) => void
}

/** Touching and typing: by scrcpy where it works, else by Android's own `input`. */
export class AdbInput {
  readonly #deps: HandsDeps
  readonly #touches = new Touches()
  #hasScrcpy: boolean

  constructor(deps: HandsDeps) {
    this.#deps = deps
    this.#hasScrcpy = deps.scrcpy !== undefined
  }

  get hasScrcpy(): boolean {
    return this.#hasScrcpy
  }

  async input(action: ScreenAction): Promise<void> {
    const { type, x, y } = action
    const { shell, screen, texts } = this.#deps
    if (isButton(type)) return void (await shell.text(buttonLines[type]))
    const control = await this.#control()
    if (type === 'rotate') return control ? control.rotate() : void (await shell.text(rotateLine))
    if (type === 'zoom_in' || type === 'zoom_out') {
      if (!control) throw new Error(texts.zoom)
      return control.pinch(middleOr({ x, y }), await screen.size(), type === 'zoom_in' ? 'apart' : 'together')
    }
    if (control) return control.touch(type, { x, y }, await screen.size())
    const line = await this.#touches.take({ type, x, y }, () => screen.size())
    if (line) await shell.text(line)
  }

  async typeText(text: string): Promise<void> {
    const { shell, texts } = this.#deps
    if (isPlain(text)) {
      for (const line of typingLines(text)) await shell.text(line, { timeoutMs: typingMs })
      return
    }
    const control = await this.#control()
    if (control) return control.setClipboard(text, { paste: true })
    if (!isAdbKeyboard(await shell.text(inputMethodLine))) throw new Error(texts.otherLanguage)
    await shell.text(adbKeyboardLine(text))
  }

  async setClipboard(text: string): Promise<void> {
    return (await this.#needed()).setClipboard(text, { paste: false })
  }

  async readClipboard(): Promise<string> {
    return (await this.#needed()).readClipboard()
  }

  async #needed(): Promise<ScrcpyControl> {
    const control = await this.#control()
    if (!control) throw new Error(this.#deps.texts.clipboard)
    return control
  }

  async #control(): Promise<ScrcpyControl | undefined> {
    if (!this.#hasScrcpy) return undefined
    try {
      return await this.#deps.scrcpy?.control()
    } catch (error) {
      this.#deps.shell.signal.throwIfAborted()
      this.#hasScrcpy = false
      this.#deps.lost(error)
      return undefined
    }
  }
}

/** A zoom by a button has no position. */
const middleOr = ({ x, y }: Point): Point => (x || y ? { x, y } : { x: 0.5, y: 0.5 })
