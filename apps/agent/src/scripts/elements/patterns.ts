import { Worker } from 'node:worker_threads'

/** A regular expression of a script. */
export interface Pattern {
  source: string
  flags: string
}
export interface Search extends Pattern {
  texts: string[]
}
export type Found = { places: number[] } | { error: string }

/** A search that takes longer is ended, together with its thread. */
const limitMs = 1000
const idleMs = 30_000
const maxCharacters = 2000

export class SlowPattern extends Error {}

/**
 * Regular expressions of scripts, in a thread of their own: one may take forever, and the agent serves other phones
 * meanwhile. The thread is shared by all scripts, one search at a time, and ends when idle.
 */
export class Patterns {
  #worker: Worker | undefined
  #last: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined

  /** Those of the texts in which the expression is found. */
  search({ source, flags }: Pattern, texts: Iterable<string>): Promise<ReadonlySet<string>> {
    const distinct = [...new Set(texts)]
    const cut = distinct.map((text) => text.slice(0, maxCharacters))
    const next = this.#last.then(() => this.#search({ source, flags, texts: cut }))
    this.#last = next.catch(() => undefined)
    return next.then((places) => new Set(places.map((place) => distinct[place] ?? '')))
  }

  async #search(search: Search): Promise<number[]> {
    clearTimeout(this.#idle)
    this.#worker ??= new Worker(new URL('./patterns-worker.ts', import.meta.url), { env: {} })
    const worker = this.#worker
    worker.unref()
    const { promise, resolve, reject } = Promise.withResolvers<Found>()
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.postMessage(search)
    const timer = setTimeout(() => reject(new SlowPattern(`/${search.source}/${search.flags}`)), limitMs)
    try {
      const found = await promise
      if ('error' in found) throw new Error(found.error)
      this.#idle = setTimeout(() => this.#end(), idleMs).unref()
      return found.places
    } catch (error) {
      if (error instanceof SlowPattern) this.#end()
      throw error
    } finally {
      clearTimeout(timer)
      worker.removeListener('message', resolve)
      worker.removeListener('error', reject)
    }
  }

  #end(): void {
    this.#worker?.terminate().catch(() => undefined)
    this.#worker = undefined
  }
}

export const patterns = new Patterns()
