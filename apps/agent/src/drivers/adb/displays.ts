import { mostDisplays, type PhonePlace } from '@fleetdeck/contract/phone-tools'
import { CannotDo } from '../phone-parts.ts'
import { panelIn, panelsLine, parseDisplayNames, parseDisplays, sizesLine } from './display-geometry.ts'
import { isBefore } from './sdk.ts'
import type { AdbShell } from './shell.ts'
import type { ShownDisplay } from './shown-display.ts'

const namesLine = `dumpsys display | grep -o 'DisplayInfo{"[^{}]*, displayId [0-9]*'`
/** `input -d` since this API level. */
const android10 = 29

interface DisplaysDeps {
  shell: AdbShell
  /** API level of Android; 0 when unknown. */
  sdk: number
  shown: ShownDisplay
}

/** The displays of one phone that can be shown and touched, and the choice between them. */
export class AdbDisplays {
  readonly #deps: DisplaysDeps

  constructor(deps: DisplaysDeps) {
    this.#deps = deps
  }

  /** Empty where there is no choice. Displays without a panel, which belong to an app, are not among them. */
  async read(): Promise<Pick<PhonePlace, 'displays' | 'display'>> {
    const { shell, sdk, shown } = this.#deps
    if (isBefore(sdk, android10)) return {}
    const [sizes, panels] = await Promise.all([shell.run(sizesLine), shell.run(panelsLine)])
    const found = parseDisplays(sizes.stdout)
      .filter(({ id }) => id === 0 || panelIn(panels.stdout, id))
      .slice(0, mostDisplays)
    if (found.length < 2) return {}
    const names = parseDisplayNames((await shell.run(namesLine)).stdout)
    const displays = found
      .map(({ id, size }) => ({ id, name: names.get(id) ?? '', ...size }))
      .sort((a, b) => a.id - b.id)
    return { displays, display: shown.id }
  }

  /** Rejects for a display that the phone has no more. */
  async show(id: number): Promise<void> {
    const { displays = [] } = await this.read()
    if (id !== 0 && !displays.some((display) => display.id === id)) throw new CannotDo('noDisplay')
    this.#deps.shown.show(id)
  }
}
