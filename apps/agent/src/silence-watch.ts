export interface SilenceTiming {
  pingMs: number
  /** After this time without data the connection counts as lost. */
  silenceMs: number
}

/** Asks the other side of a connection for signs of life, and ends the connection when there are none. */
export class SilenceWatch {
  /** By performance.now(). */
  #heardAt = performance.now()
  readonly #timer: NodeJS.Timeout

  constructor({ pingMs, silenceMs }: SilenceTiming, { ping, end }: { ping: () => void; end: () => void }) {
    this.#timer = setInterval(() => {
      if (performance.now() - this.#heardAt > silenceMs) end()
      else ping()
    }, pingMs)
  }

  /** Data has arrived. */
  heard(): void {
    this.#heardAt = performance.now()
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
