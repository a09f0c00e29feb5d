import type { SharedFrame } from './frame.ts'
import { LookRefused } from './refusals.ts'

interface Limits {
  recentBytes: number
  frozenBytes: number
}

/** The last frame and the frozen frame of each user, within limits over all phones. */
export class FrameMemory {
  readonly #limits: Limits
  /** The longest unused first. */
  readonly #recent = new Map<object, SharedFrame>()
  readonly #frozen = new Map<object, SharedFrame>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  recent(user: object): SharedFrame | undefined {
    return this.#recent.get(user)
  }

  frozen(user: object): SharedFrame | undefined {
    return this.#frozen.get(user)
  }

  keep(user: object, frame: SharedFrame): void {
    this.#recent.delete(user)
    this.#recent.set(user, frame)
    for (const [oldest] of this.#recent) {
      if (bytesOf(this.#recent) <= this.#limits.recentBytes) return
      this.#recent.delete(oldest)
    }
  }

  /** Nobody else's frame is dropped: a script relies on its frozen frame. */
  freeze(user: object, frame: SharedFrame): void {
    const before = this.#frozen.get(user)
    this.#frozen.set(user, frame)
    if (bytesOf(this.#frozen) <= this.#limits.frozenBytes) return
    if (before) this.#frozen.set(user, before)
    else this.#frozen.delete(user)
    throw new LookRefused('frozenTooMany')
  }

  unfreeze(user: object): void {
    this.#frozen.delete(user)
  }

  forget(user: object): void {
    this.#recent.delete(user)
    this.#frozen.delete(user)
  }
}

function bytesOf(frames: Map<object, SharedFrame>): number {
  let bytes = 0
  for (const frame of frames.values()) bytes += frame.bytes.byteLength
  return bytes
}
