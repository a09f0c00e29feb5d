import type { PhoneDisplay } from './display-geometry.ts'

/** Which of the phone's displays is shown and touched: the main one (0), until another one is chosen or that is gone. */
export class ShownDisplay {
  onChange: () => void = () => {}
  #id = 0

  /** Android's number of it. */
  get id(): number {
    return this.#id
  }

  show(id: number): void {
    if (id === this.#id) return
    this.#id = id
    this.onChange()
  }

  /** A display that was unplugged is not among those that the phone reports. */
  keepOneOf(displays: readonly PhoneDisplay[]): void {
    if (displays.length > 0 && !displays.some(({ id }) => id === this.#id)) this.show(0)
  }

  /** A line for the phone's shell in which `input` works on this display; it can since Android 10. */
  inputLine(line: string): string {
    return this.#id === 0 ? line : `input() { command input -d ${this.#id} "$@"; }; ${line}`
  }
}
