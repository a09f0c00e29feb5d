import type { ObjectStore } from './object-store.ts'
import { asFailure } from './storage-failure.ts'

const checkMs = 5000
/** A check that takes longer is a failure: a folder of a network may never answer. */
const slowMs = 10_000
const longestDetail = 200

/** Reads the mark of the store every few seconds: it is missing where a folder is not mounted. */
export class StorageWatch {
  readonly #store: ObjectStore
  readonly #timer: NodeJS.Timeout
  #mark: string | undefined
  #startedAt: number | undefined
  #detail = ''
  /** The end of the check in progress, or of the last one. */
  checked: Promise<void> = Promise.resolve()

  constructor(store: ObjectStore) {
    this.#store = store
    this.#timer = setInterval(() => this.#check(), checkMs)
    this.#timer.unref()
    this.#check()
  }

  /** Why the store cannot be used; undefined while it can. */
  get failure(): { address: string; detail: string } | undefined {
    const isSlow = this.#startedAt !== undefined && performance.now() - this.#startedAt > slowMs
    const detail = isSlow ? 'no response' : this.#detail
    return detail ? { address: this.#store.address, detail: detail.slice(0, longestDetail) } : undefined
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #check(): void {
    if (this.#startedAt !== undefined) return
    this.#startedAt = performance.now()
    this.checked = this.#readMark().then(
      (detail) => this.#end(detail),
      (error) => this.#end(asFailure(error).detail || asFailure(error).message),
    )
  }

  async #readMark(): Promise<string> {
    const mark = await this.#store.readMark()
    if (mark?.id === this.#mark) return ''
    if (this.#mark !== undefined) return mark ? 'another store' : 'its mark is missing'
    this.#mark = mark?.id
    return ''
  }

  #end(detail: string): void {
    this.#startedAt = undefined
    this.#detail = detail
  }
}
