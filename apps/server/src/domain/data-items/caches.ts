import { CacheType } from '@fleetdeck/contract/caches'
import type { UserId } from '@fleetdeck/contract/ids'
import { AppError } from '../../platform/core/app-error.ts'
import { Batches } from '../../platform/core/batches.ts'
import type { Db } from '../../platform/db/db.ts'
import { answerOnce, type Repeatable } from './answer-once.ts'
import type { CallId } from './answered-calls.queries.ts'
import type { CacheChange, CacheKey, CacheUse, CacheValue, Counter, Step } from './caches.queries.ts'
import * as queries from './caches.queries.ts'

const megabyte = 1024 * 1024

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

/** The values of temporary caches, within the limits of their owners. */
export class SharedCaches {
  readonly #limits: () => CacheUse
  readonly #steps: Batches<Step & Repeatable, number | AppError>

  /** @param limits of each owner; 0 means unlimited */
  constructor(db: Db, limits: () => CacheUse) {
    this.#limits = limits
    this.#steps = new Batches(
      (steps) => answerOnce(db, steps, (tx, fresh) => this.#step(tx, fresh)),
      maxSteps,
    )
  }

  /** False when the key exists and has not expired. */
  async add(db: Db, key: CacheKey, value: CacheValue, seconds: number | undefined): Promise<boolean> {
    const change = await this.within(db, key.tenantId, async (tx) =>
      (await queries.addCache(tx, key, value, seconds)) ? 'grown' : 'missing',
    )
    return change === 'grown'
  }

  /** False when there is no such key. */
  async set(
    db: Db,
    key: CacheKey,
    value: CacheValue,
    expiry: { seconds: number | undefined },
  ): Promise<boolean> {
    const change = await this.within(db, key.tenantId, (tx) => queries.setCache(tx, key, value, expiry))
    return change !== 'missing'
  }

  append(db: Db, key: CacheKey, line: { line: string; maxBytes: number }): Promise<CacheChange> {
    return this.within(db, key.tenantId, (tx) => queries.appendCacheLine(tx, key, line))
  }

  /** A write in a transaction, which fails when an owner has more than is allowed by it. */
  within(db: Db, tenantId: UserId, write: (tx: Db) => Promise<CacheChange>): Promise<CacheChange> {
    return db.transaction(async (tx) => {
      const change = await write(tx)
      if (change === 'grown') await this.#requireRoom(tx, tenantId)
      return change
    })
  }

  /** The counter's new value; a missing key starts at 0. */
  async step(key: CacheKey, { by, id }: { by: number; id?: CallId | undefined }): Promise<number> {
    const value = await this.#steps.ask('steps', { ...key, by, id })
    if (typeof value !== 'number') throw value
    return value
  }

  /**
   * Takes a line from a set or list and appends one to the target, which is created if it is missing. Undefined when
   * there is no line to take.
   */
  popPush(db: Db, { tenantId, cacheKey }: CacheKey, wanted: PopPush): Promise<string | undefined> {
    const target = wanted.pushKey ?? cacheKey
    return db.transaction(async (tx) => {
      const found = await queries.lockCaches(tx, tenantId, [cacheKey, target])
      const from = found.find((cache) => cache.cacheKey === cacheKey)
      if (from?.dataType === CacheType.text) throw new AppError('cacheNotLines')
      if (!from || from.lines.length === 0) return undefined
      const known = found.find((cache) => cache.cacheKey === target)
      const to = known ?? (await addList(tx, { tenantId, cacheKey: target }))
      if (!to) return undefined
      const line = moveLine(from, to, wanted)
      if (line === undefined) return undefined
      let growth = await queries.writeLines(tx, from)
      if (to !== from) growth += await queries.writeLines(tx, to)
      if (growth > 0 || !known) await this.#requireRoom(tx, tenantId)
      return line
    })
  }

  /** Steps of one counter are added up; each caller gets the value after its own step, or why there is none. */
  async #step(db: Db, steps: Step[]): Promise<(number | AppError)[]> {
    const sums = new Map<string, Step>()
    for (const step of steps) {
      const name = toKey(step)
      sums.set(name, { ...step, by: step.by + (sums.get(name)?.by ?? 0) })
    }
    const { written, refused, others } = await db.transaction(async (tx) => {
      const counters = await queries.stepCounters(tx, [...sums.values()])
      const counted = new Set(counters.map(toKey))
      const uncounted = [...sums.values()].filter((step) => !counted.has(toKey(step)))
      const found = await queries.keysOfOtherValues(tx, uncounted)
      return {
        written: counters,
        refused: await this.#removeExcess(tx, counters),
        others: new Set(found.map(toKey)),
      }
    })
    const values = new Map(
      written.map((counter) => [toKey(counter), counter.value - (sums.get(toKey(counter))?.by ?? 0)]),
    )
    return steps.map((step) => {
      const before = values.get(toKey(step))
      if (before === undefined)
        return others.has(toKey(step))
          ? new AppError('cacheNotNumber')
          : new AppError('cacheOutOfRange', { most: queries.counterLimit })
      values.set(toKey(step), before + step.by)
      return refused.get(toKey(step)) ?? before + step.by
    })
  }

  /** Removes new counters that their owners have no room for. Owners in the same order on every server. */
  async #removeExcess(tx: Db, written: Counter[]): Promise<Map<string, AppError>> {
    const refused = new Map<string, AppError>()
    const byOwner = Map.groupBy(
      written.filter(({ isNew }) => isNew),
      ({ tenantId }) => tenantId,
    )
    for (const [tenantId, counters] of [...byOwner].sort(([a], [b]) => a - b)) {
      const excess = this.#excess(await queries.lockedCacheUse(tx, tenantId))
      if (!excess) continue
      const removed = counters.slice(-excess.count)
      await queries.removeCaches(
        tx,
        removed.map(({ id }) => id),
      )
      for (const counter of removed) refused.set(toKey(counter), excess.refusal)
    }
    return refused
  }

  async #requireRoom(tx: Db, tenantId: UserId): Promise<void> {
    const excess = this.#excess(await queries.lockedCacheUse(tx, tenantId))
    if (excess) throw excess.refusal
  }

  /** How many caches are too many; 0 when they are too large. Undefined within the limits. */
  #excess({ count, bytes }: CacheUse): { count: number; refusal: AppError } | undefined {
    const limits = this.#limits()
    if (limits.count > 0 && count > limits.count) {
      const refusal = new AppError('cachesTooMany', { limit: limits.count.toLocaleString('en') })
      return { count: count - limits.count, refusal }
    }
    if (limits.bytes > 0 && bytes > limits.bytes)
      return { count: 0, refusal: new AppError('cachesTooLarge', { limit: limits.bytes / megabyte }) }
    return undefined
  }
}

const toKey = ({ tenantId, cacheKey }: CacheKey) => `${tenantId} ${cacheKey}`

/** A new list, locked for the transaction. */
async function addList(tx: Db, key: CacheKey) {
  await queries.addCache(tx, key, { dataType: CacheType.list, content: '', lines: [] }, undefined)
  return (await queries.lockCaches(tx, key.tenantId, [key.cacheKey]))[0]
}

type Lines = Pick<CacheValue, 'dataType' | 'lines'>

/** Changes the lines of both keys, which may be the same; returns the line that was taken. */
function moveLine(from: Lines, to: Lines, { way, content, maxBytes }: PopPush): string | undefined {
  if (to.dataType === CacheType.text) throw new AppError('cacheNotLines')
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
