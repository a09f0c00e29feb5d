import type { Frame } from './frame.ts'
import { LookRefused } from './refusals.ts'

interface Limits {
  recentBytes: number
  frozenBytes: number
}

/** The last frame and the frozen frame of each user, within limits over all phones. */
export class FrameMemory {
  readonly #limits: Limits
  /** The longest unused first. */
  readonly #recent = new Map<object, Frame>()
  readonly #frozen = new Map<object, Frame>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  recent(user: object): Frame | undefined {
    return this.#recent.get(user)
  }

  frozen(user: object): Frame | undefined {
    return this.#frozen.get(user)
  }

  keep(user: object, frame: Frame): void {
    put(this.#recent, user, frame)
    for (const [oldest] of this.#recent) {
      if (bytesOf(this.#recent) <= this.#limits.recentBytes) return
      drop(this.#recent, oldest)
    }
  }

  /** Nobody else's frame is dropped: a script relies on its frozen frame. */
  freeze(user: object, frame: Frame): void {
    const before = this.#frozen.get(user)?.size ?? 0
    if (bytesOf(this.#frozen) - before + frame.size > this.#limits.frozenBytes)
      throw new LookRefused('frozenTooMany')
    put(this.#frozen, user, frame)
  }

  unfreeze(user: object): void {
    drop(this.#frozen, user)
  }

  forget(user: object): void {
    drop(this.#recent, user)
    drop(this.#frozen, user)
  }
}

function put(frames: Map<object, Frame>, user: object, frame: Frame): void {
  frame.use()
  drop(frames, user)
  frames.set(user, frame)
}

function drop(frames: Map<object, Frame>, user: object): void {
  frames.get(user)?.[Symbol.dispose]()
  frames.delete(user)
}

function bytesOf(frames: Map<object, Frame>): number {
  let bytes = 0
  for (const { size } of frames.values()) bytes += size
  return bytes
}
