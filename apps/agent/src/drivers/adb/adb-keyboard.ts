import type { Undo } from '../phone-parts.ts'
import { parseInputMethods } from './parse/settings.ts'
import { type AdbShell, quoted } from './shell.ts'
import { changeForAWhile } from './temporary.ts'
import { splitText } from './typing.ts'

const methodsLine = 'settings get secure default_input_method; ime list -a -s'
export const adbKeyboardPackage = 'com.android.adbkeyboard'
export const isAdbKeyboard = (method: string): boolean => method.startsWith(`${adbKeyboardPackage}/`)
/** Input methods that make other words of English letters, by the beginning or a part of their package. */
const composing =
  /^(com\.(sohu\.inputmethod|baidu\.input|iflytek\.inputmethod|tencent\.(qqpinyin|wetype)|google\.android\.inputmethod\.(pinyin|zhuyin|japanese|korean)|komoxo\.octopusime|xinshuru|huawei\.ohos\.inputmethod|emoji\.keyboard\.touchpal)|jp\.co\.omronsoft)|pinyin|zhuyin|cangjie/i
/** Maximum characters per broadcast. */
const longestPiece = 500
/** A new input method needs a moment until it is connected to the field. */
const switchMs = 500
/** The former one returns so long after the last text. */
const idleMs = 5000

export interface InputMethods {
  /** Undefined where ADBKeyboard is not installed. */
  adbKeyboard: string | undefined
  /** The present one, if it is known to make other words of English letters. */
  composing: string | undefined
}

export async function readInputMethods(shell: AdbShell): Promise<InputMethods> {
  const [present = '', ...all] = (await shell.run(methodsLine)).stdout.split('\n').map((line) => line.trim())
  return {
    adbKeyboard: [present, ...parseInputMethods(all.join('\n'))].find(isAdbKeyboard),
    composing: composing.test(present) ? (present.split('/')[0] ?? '').slice(0, 100) : undefined,
  }
}

/**
 * ADBKeyboard is an input method that types given text, in any language. If it is not the present one, it is enabled
 * and selected for the texts that follow each other; the former one then returns, also after a failure, and by the
 * phone itself when the connection ends.
 */
export class AdbKeyboard {
  readonly #shell: AdbShell
  #undo: Undo | undefined
  #timer: NodeJS.Timeout | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(shell: AdbShell) {
    this.#shell = shell
  }

  type(method: string, text: string): Promise<void> {
    const typing = this.#last.then(() => this.#type(method, text))
    this.#last = typing.catch(() => undefined)
    return typing
  }

  /** Resolves when the former input method is selected. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#last
    const undo = this.#undo
    this.#undo = undefined
    await undo?.()
  }

  async #type(method: string, text: string): Promise<void> {
    clearTimeout(this.#timer)
    try {
      await this.#select(method)
      for (const piece of splitText(text, longestPiece))
        await this.#shell.text(
          `am broadcast -a ADB_INPUT_B64 --es msg ${Buffer.from(piece).toString('base64')}`,
        )
    } finally {
      this.#timer = setTimeout(() => {
        this.close().catch(() => undefined)
      }, idleMs).unref()
    }
  }

  /** A user may have selected another one on the phone meanwhile. */
  async #select(method: string): Promise<void> {
    const present = (await this.#shell.text('settings get secure default_input_method')).trim()
    if (present === method) return
    this.#undo ??= await changeForAWhile(this.#shell, {
      save: [
        'former=$(settings get secure default_input_method)',
        `enabled=$(ime list -s | grep -cFx ${quoted(method)})`,
      ],
      back: [
        'case "$former" in */*) ime set "$former";; esac',
        `[ "$enabled" != 0 ] || ime disable ${quoted(method)}`,
      ],
    })
    await this.#shell.text(`ime enable ${quoted(method)} && ime set ${quoted(method)}`)
    await new Promise((resolve) => setTimeout(resolve, switchMs))
  }
}
