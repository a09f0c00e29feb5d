import type { RunQuestionId } from '@fleetdeck/contract/ids'
import type { Bus, Unsubscribe } from '../../realtime/bus/bus.ts'
import { JsonChannel } from '../../realtime/bus/json-channel.ts'

/** Calls of phones that wait for the end of a question; any server may end it. */
export class AnswerWaits {
  readonly #channel: JsonChannel<RunQuestionId[]>
  readonly #waits = new Map<RunQuestionId, Set<() => void>>()
  #unsubscribe: Unsubscribe = () => {}
  #isClosed = false

  private constructor(bus: Bus) {
    this.#channel = new JsonChannel(bus, 'questions')
  }

  static async open(bus: Bus): Promise<AnswerWaits> {
    const waits = new AnswerWaits(bus)
    waits.#unsubscribe = await waits.#channel.subscribe((ids) => {
      for (const id of ids) waits.#wake(id)
    })
    return waits
  }

  async ended(ids: RunQuestionId[]): Promise<void> {
    await this.#channel.publish(ids)
  }

  /**
   * Reads the question now, and again when it ends or the time is over.
   * @param isOver whether the value that was read is final
   */
  async read<T>(
    id: RunQuestionId,
    { read, isOver, ms }: { read: () => Promise<T>; isOver: (value: T) => boolean; ms: number },
  ): Promise<T> {
    const waiting = Promise.withResolvers<void>()
    const wake = () => waiting.resolve()
    const others = this.#waits.get(id) ?? new Set()
    this.#waits.set(id, others.add(wake))
    const timer = setTimeout(wake, ms)
    try {
      // Read after the wait began, so that no end is missed between the two.
      const first = await read()
      if (isOver(first) || this.#isClosed) return first
      await waiting.promise
      return await read()
    } finally {
      clearTimeout(timer)
      others.delete(wake)
      if (others.size === 0) this.#waits.delete(id)
    }
  }

  /** Answers all waiting calls: the phones call again, another server. */
  release(): void {
    this.#isClosed = true
    for (const id of [...this.#waits.keys()]) this.#wake(id)
  }

  close(): void {
    this.release()
    this.#unsubscribe()
  }

  #wake(id: RunQuestionId): void {
    for (const wake of this.#waits.get(id) ?? []) wake()
  }
}
