import type { TreeElement } from '../device-driver.ts'
import { hierarchyIn, parseUiTree } from './parse/ui-elements.ts'
import type { AdbShell } from './shell.ts'
import type { AdbTexts } from './texts.ts'

const mostBytes = 16 * 1024 * 1024
/** uiautomator itself waits up to ten seconds for a screen that does not change. */
const timeoutMs = 20_000
/** A dump that failed later than this is not retried. */
const retryBeforeMs = 12_000
const file = '/data/local/tmp/fleetdeck-ui.xml'
const lines = {
  output: 'uiautomator dump /dev/tty 2>&1',
  file: `rm -f ${file}; uiautomator dump ${file} 2>&1; cat ${file}; rm -f ${file}`,
} as const
const failures = { idleScreen: /could not get idle state/i, noWindow: /null root node/i } as const

/** The elements of the screen by `uiautomator dump`, to its output or, on phones that cannot do that, to a file. */
export class UiDump {
  readonly #shell: AdbShell
  readonly #texts: AdbTexts
  #place: keyof typeof lines = 'output'
  #looking: Promise<TreeElement[]> | undefined
  #last: { at: number; tree: TreeElement[] } | undefined

  constructor(shell: AdbShell, texts: AdbTexts) {
    this.#shell = shell
    this.#texts = texts
  }

  /** maxAge: also an earlier result of up to so many milliseconds. */
  look({ maxAge = 0 } = {}): Promise<TreeElement[]> {
    if (this.#last && performance.now() - this.#last.at < maxAge) return Promise.resolve(this.#last.tree)
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #look(): Promise<TreeElement[]> {
    this.#last = undefined
    const at = performance.now()
    const tree = parseUiTree(await this.#dump(at))
    this.#last = { at, tree }
    return tree
  }

  async #dump(began: number): Promise<string> {
    for (let tries = 1; ; tries++) {
      const output = (await this.#shell.exec(lines[this.#place], { mostBytes, timeoutMs })).toString('utf8')
      const xml = hierarchyIn(output)
      if (xml !== undefined) return xml
      const [known] = Object.entries(failures).flatMap(([name, words]) =>
        words.test(output) ? [name as keyof typeof failures] : [],
      )
      const isLast = tries > 1 || performance.now() - began > retryBeforeMs
      if (known && isLast) throw new Error(this.#texts[known])
      if (known) continue
      if (this.#place === 'file')
        throw new Error(`uiautomator: ${output.trim().slice(0, 300) || 'no output'}`)
      this.#place = 'file'
      tries = 0
    }
  }
}
