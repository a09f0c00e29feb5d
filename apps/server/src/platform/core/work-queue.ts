import type { ErrorLog } from './in-background.ts'

/** Works that run one after the other. One that fails is logged under the queue's name, and the next one runs. */
export class WorkQueue {
  readonly #log: ErrorLog
  readonly #name: string
  #last: Promise<void> = Promise.resolve()

  constructor(log: ErrorLog, name: string) {
    this.#log = log
    this.#name = name
  }

  /** For work that nobody waits for. */
  add(work: () => Promise<unknown>): void {
    this.#last = this.#last.then(work).then(
      () => {},
      (error: unknown) => this.#log.error({ err: error }, this.#name),
    )
  }

  /** Resolves when the work has ended, successfully or not. */
  run(work: () => Promise<unknown>): Promise<void> {
    this.add(work)
    return this.#last
  }
}
