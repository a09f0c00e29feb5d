import { CacheType } from '@fleetdeck/contract/caches'
import { AppError } from '../../platform/core/app-error.ts'
import { Batches } from '../../platform/core/batches.ts'
import type { Db } from '../../platform/db/db.ts'
import {
  type CacheKey,
  type CacheValue,
  lockCaches,
  type Step,
  stepCounters,
  writeLines,
} from './caches.queries.ts'

/** Counter steps that share one statement. */
const maxSteps = 5000

export interface PopPush {
  way: 'head' | 'tail' | 'random'
  /** The target of the line; may be the same key. */
  pushKey?: string | undefined
  /** The line that is inserted instead. */
  content?: string | undefined
  maxBytes: number
}

/** Operations on temporary caches that need more than one statement. */
export class SharedCaches {
  readonly #db: Db
  readonly #steps: Batches<Step, number | undefined>

  constructor(db: Db) {
    this.#db = db
    this.#steps = new Batches((steps) => this.#step(steps), maxSteps)
  }

  /** The counter's new value; a missing key starts at 0. */
  async step(key: CacheKey, by: number): Promise<number> {
    const value = await this.#steps.ask('steps', { ...key, by })
    if (value === undefined) throw new AppError('cacheNotNumber')
    return value
  }

  /** Takes a line from a set or list and appends one; undefined when there is none to take. */
  popPush({ tenantId, cacheKey }: CacheKey, wanted: PopPush): Promise<string | undefined> {
    const target = wanted.pushKey ?? cacheKey
    return this.#db.transaction(async (tx) => {
      const found = await lockCaches(tx, tenantId, [cacheKey, target])
      const from = found.find((cache) => cache.cacheKey === cacheKey)
      const to = found.find((cache) => cache.cacheKey === target)
      if (!from || !to) return undefined
      const line = moveLine(from, to, wanted)
      if (line === undefined) return undefined
      await writeLines(tx, from.id, from.lines)
      if (to !== from) await writeLines(tx, to.id, to.lines)
      return line
    })
  }

  /** Steps of one counter are added up; each caller gets the value after its own step. */
  async #step(steps: Step[]): Promise<(number | undefined)[]> {
    const sums = new Map<string, Step>()
    for (const step of steps) {
      const name = toKey(step)
      sums.set(name, { ...step, by: step.by + (sums.get(name)?.by ?? 0) })
    }
    const written = await stepCounters(this.#db, [...sums.values()])
    const values = new Map(
      written.map((counter) => [toKey(counter), counter.value - (sums.get(toKey(counter))?.by ?? 0)]),
    )
    return steps.map((step) => {
      const before = values.get(toKey(step))
      if (before === undefined) return undefined
      values.set(toKey(step), before + step.by)
      return before + step.by
    })
  }
}

const toKey = ({ tenantId, cacheKey }: CacheKey) => `${tenantId} ${cacheKey}`

type Lines = Pick<CacheValue, 'dataType' | 'lines'>

/** Changes the lines of both keys, which may be the same; returns the line that was taken. */
function moveLine(from: Lines, to: Lines, { way, content, maxBytes }: PopPush): string | undefined {
  if (from.dataType === CacheType.text || to.dataType === CacheType.text) throw new AppError('cacheNotLines')
  const place = pickIndex(from.lines.length, way)
  const line = from.lines[place]
  if (line === undefined) return undefined
  from.lines.splice(place, 1)
  const pushed = content ?? line
  if (to.dataType === CacheType.list || !to.lines.includes(pushed)) to.lines.push(pushed)
  if (Buffer.byteLength(to.lines.join('\n')) > maxBytes)
    throw new AppError('dataTooLong', { kilobytes: Math.floor(maxBytes / 1024) })
  return line
}

function pickIndex(length: number, way: PopPush['way']): number {
  if (way === 'head') return 0
  return way === 'tail' ? length - 1 : Math.floor(Math.random() * length)
}
