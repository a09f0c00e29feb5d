import { randomUUID } from 'node:crypto'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { ConsoleCommand } from '../hub-events.ts'

interface Pending {
  command: ConsoleCommand
  deadline: number
}
type Answer = (command: ConsoleCommand, text: TextKey | undefined, msg: string) => void

/** One page's commands that the phone has not answered yet. */
export class ViewerCommands {
  readonly #pending = new Map<string, Pending>()
  readonly #answerMs: number
  readonly #answer: Answer

  constructor(answerMs: number, answer: Answer) {
    this.#answerMs = answerMs
    this.#answer = answer
  }

  /** Assigns the command's id. */
  begin(command: ConsoleCommand): string {
    const cmdSubId = randomUUID()
    this.#pending.set(cmdSubId, { command, deadline: performance.now() + this.#answerMs })
    return cmdSubId
  }

  findCommand(cmdSubId: string): ConsoleCommand | undefined {
    return this.#pending.get(cmdSubId)?.command
  }

  /**
   * text: the reason of the failure; the phone's own message comes as msg. Commands of other pages are unknown here.
   */
  end(cmdSubId: string, text?: TextKey, msg = ''): void {
    const pending = this.#pending.get(cmdSubId)
    if (!pending) return
    this.#pending.delete(cmdSubId)
    this.#answer(pending.command, text, msg)
  }

  sweep(now: number): void {
    for (const [cmdSubId, { deadline }] of this.#pending)
      if (now > deadline) this.end(cmdSubId, 'phone.noAnswer')
  }
}
