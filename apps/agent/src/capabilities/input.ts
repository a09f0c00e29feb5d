import type { CanvasAction } from '@fleetdeck/contract/screen-action'
import type { DeviceDriver } from '../drivers/device-driver.ts'
import { messageOf } from '../notice.ts'
import { type AgentTexts, fill } from '../texts.ts'
import type { DeviceLog } from './log.ts'

export interface InputParts {
  driver: DeviceDriver
  log: DeviceLog
  texts: AgentTexts
}

/** Carries actions out one after the other: a finger must not lift before it came down. */
export class ScreenInput {
  readonly #parts: InputParts
  #last: Promise<void> = Promise.resolve()

  constructor(parts: InputParts) {
    this.#parts = parts
  }

  apply(order: CanvasAction): void {
    this.#last = this.#last.then(() => this.#carryOut(order))
  }

  async #carryOut({ action_type, x, y }: CanvasAction): Promise<void> {
    const { driver, log, texts } = this.#parts
    try {
      await driver.input({ type: action_type, x, y })
    } catch (error) {
      log.write('warn', fill(texts.inputFailed, messageOf(error)))
    }
  }
}
