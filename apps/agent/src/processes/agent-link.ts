import type { Notice } from '../notice.ts'
import type { FoundPhone } from './found-phones.ts'
import type { FromProcess, Question, Questions, ToProcess } from './messages.ts'

const beatMs = 1000

/** A process's side of the channel to the agent that has started it. */
export class AgentLink {
  readonly #questions = new Map<number, PromiseWithResolvers<unknown>>()
  /** How much work is in progress, by phone. */
  readonly #working = new Map<string, number>()
  #lastId = 0

  constructor({ hold, server }: { hold: (phones: FoundPhone[]) => void; server: (address: string) => void }) {
    process.on('message', (message: ToProcess) => {
      if (message.action === 'hold') hold(message.phones)
      else if (message.action === 'server') server(message.address)
      else this.#answered(message)
    })
    setInterval(() => this.#send({ action: 'beat', rssBytes: process.memoryUsage.rss() }), beatMs).unref()
  }

  readonly agent: Questions = {
    claim: (...args) => this.#ask({ call: 'claim', args }),
    release: (...args) => this.#ask({ call: 'release', args }),
    keep: (...args) => this.#ask({ call: 'keep', args }),
    forget: (...args) => this.#ask({ call: 'forget', args }),
    pinSigner: (...args) => this.#ask({ call: 'pinSigner', args }),
    pinAuthors: (...args) => this.#ask({ call: 'pinAuthors', args }),
    chooseServer: (...args) => this.#ask({ call: 'chooseServer', args }),
  }

  notice(name: string, level: Parameters<Notice>[0], text: string): void {
    this.#send({ action: 'notice', name, level, text })
  }

  connected(phone: string, hardwareId: string, isConnected: boolean): void {
    this.#send({ action: 'connected', phone, hardwareId, isConnected })
  }

  unusable(phone: string, state?: Extract<FromProcess, { action: 'unusable' }>['state']): void {
    this.#send({ action: 'unusable', phone, state })
  }

  identityTaken(phone: string, hardwareId?: string, isSamePhone?: boolean): void {
    this.#send({ action: 'identityTaken', phone, hardwareId, isSamePhone })
  }

  /** Only the first work on a phone and the end of the last are sent. */
  working(phone: string, isWorking: boolean): void {
    const before = this.#working.get(phone) ?? 0
    const count = before + (isWorking ? 1 : -1)
    if (count > 0) this.#working.set(phone, count)
    else this.#working.delete(phone)
    if (before === 0 || count === 0) this.#send({ action: 'working', phone, isWorking })
  }

  #ask<Value>(question: Question): Promise<Value> {
    const id = ++this.#lastId
    const asked = Promise.withResolvers<unknown>()
    this.#questions.set(id, asked)
    this.#send({ action: 'ask', id, question })
    return asked.promise as Promise<Value>
  }

  #answered({ id, value, error }: Extract<ToProcess, { action: 'answer' }>): void {
    const asked = this.#questions.get(id)
    this.#questions.delete(id)
    if (error === undefined) asked?.resolve(value)
    else asked?.reject(new Error(error))
  }

  /** Without the agent this process ends anyway. */
  #send(message: FromProcess): void {
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
  }
}
