import type { PhoneOrder } from '@fleetdeck/contract/phone-socket'
import type { DeviceDriver, ScreenAction } from '../drivers/device-driver.ts'
import { errorMessage } from '../notice.ts'
import { type AgentTexts, fill } from '../texts.ts'
import type { Uplink } from '../uplink.ts'
import type { DeviceLog } from './log.ts'

/** Characters, as on the wire. */
const maxClipboard = 100_000

type Order<Action extends PhoneOrder['action']> = Extract<PhoneOrder, { action: Action }>
export type InputOrder = Order<
  'canvas_action' | 'typeText' | 'pressKey' | 'holdKeys' | 'setClipboard' | 'askClipboard'
>

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
  /** The newest touch, until the fingers are lifted. */
  #down: Order<'canvas_action'> | undefined

  constructor(deps: InputDeps) {
    this.#deps = deps
  }

  apply(order: InputOrder): void {
    const { log, texts } = this.#deps
    if (order.action === 'canvas_action') this.#note(order)
    this.#last = this.#last
      .then(() => this.#act(order))
      .catch((error) => log.write('warn', fill(texts.inputFailed, errorMessage(error))))
  }

  /** The connection is lost: nobody is there any more who could lift the fingers. */
  release(): void {
    if (this.#down) this.apply({ ...this.#down, action_type: 'touchUp' })
  }

  #note(order: Order<'canvas_action'>): void {
    if (order.action_type === 'touchUp') this.#down = undefined
    else if (order.action_type === 'touchDown' || order.action_type === 'touchMove') this.#down = order
  }

  async #act(order: InputOrder): Promise<void> {
    const { driver } = this.#deps
    switch (order.action) {
      case 'canvas_action':
        return driver.input(toAction(order))
      case 'typeText':
        return driver.typeText ? driver.typeText(order.text) : this.#unsupported(order)
      case 'pressKey':
        if (order.key === 'notifications')
          return driver.notifications ? driver.notifications.openPanel() : this.#unsupported(order)
        return driver.pressKey ? driver.pressKey(order.key) : this.#unsupported(order)
      case 'holdKeys':
        return driver.holdKeys ? driver.holdKeys(order.keys) : this.#unsupported(order)
      case 'setClipboard':
        return driver.setClipboard ? driver.setClipboard(order.text) : this.#unsupported(order)
      case 'askClipboard':
        return this.#sendClipboard(order)
    }
  }

  async #sendClipboard(order: Order<'askClipboard'>): Promise<void> {
    const { driver, uplink } = this.#deps
    if (!driver.readClipboard) return this.#unsupported(order)
    const text = (await driver.readClipboard({ copies: order.copies === true })).slice(0, maxClipboard)
    uplink.send({ action: 'clipboard', viewer: order.viewer, text })
  }

  #unsupported({ action }: InputOrder): Promise<never> {
    return Promise.reject(new Error(fill(this.#deps.texts.unsupported, action)))
  }
}

const toAction = ({ action_type: type, x, y, wheel, second }: Order<'canvas_action'>): ScreenAction => ({
  ...{ type, x, y },
  ...(wheel && { wheel }),
  ...(second && { second }),
})
