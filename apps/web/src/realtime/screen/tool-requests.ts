import type { ClientEvent } from '@fleetdeck/contract/device-socket'
import type { ToolRequest } from '@fleetdeck/contract/phone-tools'
import { text } from '../../ground/language.ts'

export type ToolAnswer = Extract<ClientEvent, { action: 'toolReply' }>

/** A phone has to look at its disk or at all of its apps. */
const patienceMs = 20_000

/** Requests of the page's tools that the phone has not answered yet. */
export class ToolRequests {
  readonly #pending = new Map<string, { take: (answer: ToolAnswer) => void; timer: number }>()
  readonly #send: (id: string, request: ToolRequest) => void
  #count = 0

  constructor(send: (id: string, request: ToolRequest) => void) {
    this.#send = send
  }

  /** Rejects with the reason, in the language of the page. */
  ask(request: ToolRequest): Promise<ToolAnswer> {
    this.#count += 1
    const id = `t${this.#count}`
    return new Promise((resolve, reject) => {
      const take = (answer: ToolAnswer) => {
        if (answer.msg === undefined) resolve(answer)
        else reject(new Error(answer.msg))
      }
      const late = () => this.take({ action: 'toolReply', id, msg: text('phone.noAnswer') })
      this.#pending.set(id, { take, timer: window.setTimeout(late, patienceMs) })
      this.#send(id, request)
    })
  }

  take(answer: ToolAnswer): void {
    const pending = this.#pending.get(answer.id)
    this.#pending.delete(answer.id)
    clearTimeout(pending?.timer)
    pending?.take(answer)
  }
}
