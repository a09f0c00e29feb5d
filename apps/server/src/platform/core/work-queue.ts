import type { ErrorLog } from './in-background.ts'

/** Works that run one after the other. A failure is logged with the queue's message, and the next one runs. */
export class WorkQueue {
  readonly #log: ErrorLog
  readonly #failure: string
  #last: Promise<void> = Promise.resolve()

  /** @param failure what is logged when work fails, such as "could not deliver commands" */
  constructor(log: ErrorLog, failure: string) {
    this.#log = log
    this.#failure = failure
  }

  /** For work that nobody waits for. */
  add(work: () => Promise<unknown>): void {
    this.#last = this.#last.then(work).then(
      () => {},
      (error: unknown) => this.#log.error({ err: error }, this.#failure),
    )
  }

  /** Resolves when the work has ended, successfully or not. */
  run(work: () => Promise<unknown>): Promise<void> {
    this.add(work)
    return this.#last
  }
}
