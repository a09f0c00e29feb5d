import type { ObjectStore } from './object-store.ts'
import { asFailure } from './storage-failure.ts'

const checkMs = 5000
/** A check that takes longer is a failure: a folder of a network may never answer. */
const slowMs = 10_000
const longestDetail = 200

type Finding = { reason: 'silent' | 'noMark' | 'otherMark' } | { detail: string }

/** With the reason, or the words of the system. */
export type StorageTrouble = { address: string } & Finding

/** Reads the mark of the store every few seconds: it is missing where a folder is not mounted. */
export class StorageWatch {
  readonly #store: ObjectStore
  readonly #timer: NodeJS.Timeout
  #mark: string | undefined
  #startedAt: number | undefined
  #found: Finding | undefined
  /** The end of the check in progress, or of the last one. */
  checked: Promise<void> = Promise.resolve()

  constructor(store: ObjectStore) {
    this.#store = store
    this.#timer = setInterval(() => this.#check(), checkMs)
    this.#timer.unref()
    this.#check()
  }

  /** Why the store cannot be used; undefined while it can. */
  get failure(): StorageTrouble | undefined {
    const isSlow = this.#startedAt !== undefined && performance.now() - this.#startedAt > slowMs
    const found: Finding | undefined = isSlow ? { reason: 'silent' } : this.#found
    return found && { address: this.#store.address, ...found }
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #check(): void {
    if (this.#startedAt !== undefined) return
    this.#startedAt = performance.now()
    this.checked = this.#readMark().then(
      (found) => this.#end(found),
      (error) => {
        const { detail, message } = asFailure(error)
        this.#end({ detail: (detail || message).slice(0, longestDetail) })
      },
    )
  }

  async #readMark(): Promise<Finding | undefined> {
    const mark = await this.#store.readMark()
    if (this.#mark !== undefined && mark?.id !== this.#mark) return { reason: mark ? 'otherMark' : 'noMark' }
    this.#mark = mark?.id
    return undefined
  }

  #end(found: Finding | undefined): void {
    this.#startedAt = undefined
    this.#found = found
  }
}
