import type { ErrorLog } from './in-background.ts'
import { WorkQueue } from './work-queue.ts'

/** Work that is repeated until it is closed, never twice at the same time. A failure is logged with its message. */
export class PeriodicWork {
  readonly #queue: WorkQueue
  readonly #work: () => Promise<unknown>
  readonly #timer: NodeJS.Timeout

  constructor(
    { log, failure, everyMs }: { log: ErrorLog; failure: string; everyMs: number },
    work: () => Promise<unknown>,
  ) {
    this.#queue = new WorkQueue(log, failure)
    this.#work = work
    this.#timer = setInterval(() => this.#queue.add(work), everyMs)
    this.#timer.unref()
  }

  /** Does it now; resolves when it has ended, successfully or not. */
  run(): Promise<void> {
    return this.#queue.run(this.#work)
  }

  /** Does it once more. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.run()
  }
}
