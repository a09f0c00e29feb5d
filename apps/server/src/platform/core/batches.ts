interface Waiting<Ask, Answer> {
  ask: Ask
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Batches requests. Those that arrive within one tick, or while the previous batch is in progress, share a statement
 * and its commit. Requests with different keys are never mixed.
 */
export class Batches<Ask, Answer> {
  readonly #work: (asks: Ask[]) => Promise<Answer[]>
  readonly #most: number
  readonly #waiting = new Map<string, Waiting<Ask, Answer>[]>()
  readonly #busy = new Set<string>()

  /** `work` returns the answers in the order of the requests; a batch has at most `most`. */
  constructor(work: (asks: Ask[]) => Promise<Answer[]>, most: number) {
    this.#work = work
    this.#most = most
  }

  /** Each request gets the rows of its own key. */
  static rowsOf<Key, Row>(
    find: (keys: Key[]) => Promise<Row[]>,
    keyOf: (row: Row) => Key,
    most: number,
  ): Batches<Key, Row[]> {
    return new Batches(async (keys) => {
      const rows = Map.groupBy(await find(keys), keyOf)
      return keys.map((key) => rows.get(key) ?? [])
    }, most)
  }

  ask(key: string, ask: Ask): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(key) ?? []
      this.#waiting.set(key, waiting)
      waiting.push({ ask, resolve, reject })
      if (this.#busy.has(key)) return
      this.#busy.add(key)
      setImmediate(() => void this.#empty(key))
    })
  }

  async #empty(key: string) {
    for (;;) {
      const batch = this.#waiting.get(key)?.splice(0, this.#most) ?? []
      if (batch.length === 0) break
      await this.#answer(batch)
    }
    this.#waiting.delete(key)
    this.#busy.delete(key)
  }

  async #answer(batch: Waiting<Ask, Answer>[]) {
    try {
      const answers = await this.#work(batch.map(({ ask }) => ask))
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}
