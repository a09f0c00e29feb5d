import type { PhoneOrder } from '@fleetdeck/contract/phone-socket'
import type { DeviceDriver } from '../drivers/device-driver.ts'
import { errorMessage } from '../notice.ts'
import { type AgentTexts, fill } from '../texts.ts'
import type { Uplink } from '../uplink.ts'
import type { DeviceLog } from './log.ts'

/** Characters, as on the wire. */
const maxClipboard = 100_000

type Order<Action extends PhoneOrder['action']> = Extract<PhoneOrder, { action: Action }>
export type InputOrder = Order<'canvas_action' | 'typeText' | 'pressKey' | 'setClipboard' | 'askClipboard'>

export interface InputDeps {
  driver: DeviceDriver
  uplink: Uplink
  log: DeviceLog
  texts: AgentTexts
}

/** Executes actions sequentially: a finger must not lift before it touched. */
export class ScreenInput {
  readonly #deps: InputDeps
  #last: Promise<void> = Promise.resolve()

  constructor(deps: InputDeps) {
    this.#deps = deps
  }

  apply(order: InputOrder): void {
    const { log, texts } = this.#deps
    this.#last = this.#last
      .then(() => this.#act(order))
      .catch((error) => log.write('warn', fill(texts.inputFailed, errorMessage(error))))
  }

  async #act(order: InputOrder): Promise<void> {
    const { driver, uplink } = this.#deps
    switch (order.action) {
      case 'canvas_action':
        return driver.input({
          type: order.action_type,
          x: order.x,
          y: order.y,
          ...(order.wheel && { wheel: true }),
        })
      case 'typeText':
        return driver.typeText ? driver.typeText(order.text) : this.#unsupported(order)
      case 'pressKey':
        if (order.key === 'notifications')
          return driver.notifications ? driver.notifications.openPanel() : this.#unsupported(order)
        return driver.pressKey ? driver.pressKey(order.key) : this.#unsupported(order)
      case 'setClipboard':
        return driver.setClipboard ? driver.setClipboard(order.text) : this.#unsupported(order)
      case 'askClipboard': {
        if (!driver.readClipboard) return this.#unsupported(order)
        const text = (await driver.readClipboard({ copies: order.copies === true })).slice(0, maxClipboard)
        uplink.send({ action: 'clipboard', viewer: order.viewer, text })
      }
    }
  }

  #unsupported({ action }: InputOrder): Promise<never> {
    return Promise.reject(new Error(fill(this.#deps.texts.unsupported, action)))
  }
}
