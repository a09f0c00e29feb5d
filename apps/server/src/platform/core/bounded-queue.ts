import PQueue from 'p-queue'
import { AppError } from './app-error.ts'

/** Works that run one after the other, or a few at the same time. */
export class BoundedQueue {
  readonly #queue: PQueue
  readonly #mostWaiting: number
  #lastMs = 100

  constructor(mostWaiting: number, atOnce = 1) {
    this.#queue = new PQueue({ concurrency: atOnce })
    this.#mostWaiting = mostWaiting
  }

  get isIdle(): boolean {
    return this.#queue.size + this.#queue.pending === 0
  }

  /** Throws tooManyRequests, with the time after which the waiting ones will have run, when too many wait already. */
  requireRoom(): void {
    const { size, concurrency } = this.#queue
    if (size >= this.#mostWaiting)
      throw new AppError('tooManyRequests', {
        seconds: Math.ceil((size * this.#lastMs) / concurrency / 1000),
      })
  }

  /** Rejects as requireRoom throws. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.requireRoom()
    return this.#queue.add(async () => {
      const since = performance.now()
      try {
        return await work()
      } finally {
        this.#lastMs = performance.now() - since
      }
    })
  }
}

/** A queue for each key that has work. */
export class QueuePerKey {
  readonly #queues = new Map<string, BoundedQueue>()
  readonly #bounds: [mostWaiting: number, atOnce?: number]

  constructor(...bounds: [mostWaiting: number, atOnce?: number]) {
    this.#bounds = bounds
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? new BoundedQueue(...this.#bounds)
    this.#queues.set(key, queue)
    try {
      return await queue.run(work)
    } finally {
      if (queue.isIdle) this.#queues.delete(key)
    }
  }
}
