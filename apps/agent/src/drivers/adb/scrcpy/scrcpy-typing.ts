import { keyCodes } from '../keys.ts'
import { splitText } from '../typing.ts'
import type { ScrcpyControl } from './scrcpy-control.ts'

const longestPasted = 2000
/** An app reads the clipboard only some time after the paste. */
const pasteMs = 250
const restoreMs = 600

/**
 * Types by scrcpy: text is pasted, as an input method would make other words of English keys, too. The clipboard gets
 * its former text again soon after the last paste.
 */
export class ScrcpyTyping {
  #control: ScrcpyControl | undefined
  /** The clipboard's text from before the first paste. */
  #former: Promise<string> | undefined
  #timer: NodeJS.Timeout | undefined
  #pastedAt = Number.NEGATIVE_INFINITY
  #last: Promise<unknown> = Promise.resolve()

  /** Texts are typed one after another. */
  type(control: ScrcpyControl, text: string): Promise<void> {
    const typing = this.#last.then(() => this.#type(control, text))
    this.#last = typing.catch(() => undefined)
    return typing
  }

  /** Resolves when the clipboard has its former text. */
  async restoreClipboard(): Promise<void> {
    await this.#last
    const [former, control] = [this.#former, this.#control]
    if (former === undefined || !control) return
    this.keepClipboard()
    await pause(this.#pastedAt + pasteMs - performance.now())
    await control.setClipboard(await former, { paste: false })
  }

  /** The clipboard is about to be set, so its former text is not restored. */
  keepClipboard(): void {
    clearTimeout(this.#timer)
    this.#former = undefined
  }

  async #type(control: ScrcpyControl, text: string): Promise<void> {
    for (const part of text.replaceAll('\r\n', '\n').match(/[\r\n\t]|[^\r\n\t]+/g) ?? []) {
      if (part === '\t') await control.pressKey(keyCodes.tab)
      else if (part === '\n' || part === '\r') await control.pressKey(keyCodes.enter)
      else for (const piece of splitText(part, longestPasted)) await this.#paste(control, piece)
    }
  }

  async #paste(control: ScrcpyControl, piece: string): Promise<void> {
    clearTimeout(this.#timer)
    await pause(this.#pastedAt + pasteMs - performance.now())
    this.#control = control
    // The phone answers before it takes the next message; waiting for the answer would only delay the text.
    this.#former ??= control.readClipboard()
    this.#former.catch(() => undefined)
    await control.setClipboard(piece, { paste: true })
    this.#pastedAt = performance.now()
    this.#timer = setTimeout(() => {
      this.restoreClipboard().catch(() => undefined)
    }, restoreMs).unref()
  }
}

const pause = (ms: number) => (ms > 0 ? new Promise<void>((resolve) => setTimeout(resolve, ms)) : undefined)
