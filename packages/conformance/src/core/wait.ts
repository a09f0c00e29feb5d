import { Deviation } from './check.ts'

/** Resolves like the promise, or rejects with what was waited for. */
export async function within<T>(promise: Promise<T>, limitMs: number, what: string): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new Deviation(`waited ${limitMs / 1000} s for ${what}`))
  }, limitMs)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

const pollMs = 50

/** Asks until the answer is not undefined. */
export async function until<T>(ask: () => Promise<T | undefined>, limitMs: number, what: string): Promise<T> {
  const end = performance.now() + limitMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > end) throw new Deviation(`waited ${limitMs / 1000} s for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/** Messages that arrived and were not taken yet. */
export class Inbox<T> {
  readonly #arrived: T[] = []
  readonly #waiting = new Set<() => void>()

  put(message: T): void {
    this.#arrived.push(message)
    for (const look of [...this.#waiting]) look()
  }

  /** The first message that fits; others stay. */
  async take(fits: (message: T) => boolean, limitMs: number, what: string): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<T>()
    const look = () => {
      const at = this.#arrived.findIndex(fits)
      if (at < 0) return
      this.#waiting.delete(look)
      resolve(this.#arrived.splice(at, 1)[0] as T)
    }
    this.#waiting.add(look)
    look()
    try {
      return await within(promise, limitMs, what)
    } finally {
      this.#waiting.delete(look)
    }
  }

  /** Forgets those that have arrived and fit. */
  drop(fits: (message: T) => boolean): void {
    const kept = this.#arrived.filter((message) => !fits(message))
    this.#arrived.splice(0, this.#arrived.length, ...kept)
  }

  /** Those that have arrived and fit; they stay. */
  waiting(fits: (message: T) => boolean = () => true): T[] {
    return this.#arrived.filter(fits)
  }
}
