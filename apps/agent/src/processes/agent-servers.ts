import type { ServerChoice } from '../servers.ts'
import type { Questions } from './messages.ts'

/** The server that the agent has chosen, which has started this process. */
export class AgentServers implements ServerChoice {
  readonly home: URL
  readonly #agent: Pick<Questions, 'chooseServer'>
  readonly #listeners = new Set<() => void>()
  #current: URL
  #doubted: string | undefined
  #isChosen = false
  #choosing: Promise<URL> | undefined

  constructor(given: URL, agent: Pick<Questions, 'chooseServer'>) {
    this.home = given
    this.#current = given
    this.#agent = agent
  }

  get current(): URL {
    return this.#current
  }

  /** The agent is asked once for all who ask. */
  async choose(): Promise<URL> {
    if (this.#isChosen && this.#doubted === undefined && !this.#choosing) return this.#current
    this.#choosing ??= this.#ask().finally(() => {
      this.#choosing = undefined
    })
    return this.#choosing
  }

  async #ask(): Promise<URL> {
    const doubted = this.#doubted
    this.#doubted = undefined
    this.#current = new URL(await this.#agent.chooseServer(doubted))
    this.#isChosen = true
    return this.#current
  }

  doubt({ href, origin }: URL): void {
    if (origin === this.#current.origin) this.#doubted = href
  }

  use(address: string): void {
    this.#current = new URL(address)
    for (const listener of this.#listeners) listener()
  }

  follow(changed: () => void): () => void {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
  }
}
