import {
  type ComputerError,
  type ComputerErrorCode,
  maxComputerErrors,
} from '@fleetdeck/contract/computer-socket'

const mostLines = 2000
const longestLine = 2000

/** The agent's newest output, and its newest errors. */
export class AgentLog {
  readonly #lines: string[] = []
  readonly #errors: { code: ComputerErrorCode; words: string; serial: string | undefined; at: number }[] = []
  #errorCount = 0

  add(text: string): void {
    this.#lines.push(text.slice(0, longestLine))
    if (this.#lines.length > mostLines) this.#lines.splice(0, this.#lines.length - mostLines)
  }

  /** @param serial adb's name of the phone that it is about */
  addError(code: ComputerErrorCode, words: string, serial?: string): void {
    this.#errorCount++
    this.#errors.unshift({ code, words, serial, at: performance.now() })
    this.#errors.length = Math.min(this.#errors.length, maxComputerErrors)
  }

  /** How many there have been. */
  get errorCount(): number {
    return this.#errorCount
  }

  /** The newest, oldest first. */
  lines(count: number): string[] {
    return this.#lines.slice(-count)
  }

  /** Newest first. */
  errors(): ComputerError[] {
    return this.#errors.map(({ code, words, serial, at }) => ({
      code,
      words,
      ...(serial !== undefined && { serial: serial.slice(0, 128) }),
      seconds: (performance.now() - at) / 1000,
    }))
  }
}
