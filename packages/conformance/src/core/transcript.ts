/** One message of a check. */
export interface Exchange {
  /** ms since the check began. */
  ms: number
  direction: 'sent' | 'came'
  /** The connection or the call. */
  over: string
  text: string
}

const longest = 2000
const secrets = /"(token|key|password|signature|authorization)":"[^"]*"/g

/** Records what is sent and what comes, without secrets. */
export class Transcript {
  #lines: Exchange[] = []
  #startedAt = performance.now()

  sent(over: string, message: unknown): void {
    this.#add('sent', over, message)
  }

  came(over: string, message: unknown): void {
    this.#add('came', over, message)
  }

  /** The messages of the check that ends here. */
  take(): Exchange[] {
    const lines = this.#lines
    this.#lines = []
    this.#startedAt = performance.now()
    return lines
  }

  #add(direction: Exchange['direction'], over: string, message: unknown): void {
    const text = typeof message === 'string' ? message : JSON.stringify(message)
    const shown = text.replace(secrets, '"$1":"•••"').slice(0, longest)
    this.#lines.push({ ms: Math.round(performance.now() - this.#startedAt), direction, over, text: shown })
  }
}
