import { Skip } from '../core/check.ts'
import type { WireSocket } from '../core/wire-socket.ts'
import type { Operator } from './operator.ts'
import { PlayedPhone } from './played-phone.ts'
import type { ServerWire } from './server-wire.ts'

/** What checks of a server use. */
export class ServerContext {
  readonly wire: ServerWire
  readonly #operator: Operator | undefined
  #phones: PlayedPhone[] = []

  constructor(wire: ServerWire, operator: Operator | undefined) {
    this.wire = wire
    this.#operator = operator
  }

  /** For what the console must do. */
  get operator(): Operator {
    if (!this.#operator) throw new Skip('the console must act: give --user and --password of an operator')
    return this.#operator
  }

  /** A phone that has not enrolled. */
  stranger(options: { hasKey?: boolean } = {}): PlayedPhone {
    const phone = new PlayedPhone(this.wire, options)
    this.#phones.push(phone)
    return phone
  }

  enrolled(): Promise<PlayedPhone> {
    return this.stranger().enrol()
  }

  /** With a number. */
  async assigned(): Promise<PlayedPhone> {
    const { operator } = this
    const phone = await this.enrolled()
    await operator.assign(phone)
    return phone
  }

  async connected(): Promise<{ operator: Operator; phone: PlayedPhone; socket: WireSocket }> {
    const phone = await this.assigned()
    return { operator: this.operator, phone, socket: await phone.connect() }
  }

  async clear(): Promise<void> {
    const phones = this.#phones
    this.#phones = []
    try {
      for (const phone of phones) phone.close()
    } finally {
      await this.#operator?.clear()
    }
  }
}
