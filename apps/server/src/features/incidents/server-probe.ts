import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import os from 'node:os'
import { getHeapStatistics } from 'node:v8'
import { awayReason } from '../../platform/core/database-away.ts'
import type { OpenDb } from '../../platform/db/open-db.ts'
import { disks } from '../../platform/metrics/host-info.ts'
import type { MetricsCollector } from '../../platform/metrics/metrics-collector.ts'
import { readClock } from '../../platform/scheduler/clock.queries.ts'
import type { StorageWatch } from '../../platform/storage/storage-watch.ts'
import type { Bus } from '../../realtime/bus/bus.ts'
import type { ServerFacts } from './judge-server.ts'

interface Parts {
  open: OpenDb
  bus: Bus
  metrics: Pick<MetricsCollector, 'loopDelay'>
  /** With data of this server. */
  folders: string[]
  storage: Pick<StorageWatch, 'failure'>
  /** The certificate that the server uses since its start; PEM. */
  certFile: string | undefined
}

/** Measures what a server needs to judge itself. */
export class ServerProbe {
  readonly #parts: Parts
  readonly #certificateEndsAt: Date | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    this.#certificateEndsAt = parts.certFile
      ? new Date(new X509Certificate(readFileSync(parts.certFile)).validTo)
      : undefined
  }

  /** Never rejects. */
  async read(): Promise<ServerFacts> {
    const { bus, metrics, folders, storage } = this.#parts
    const [database, found] = await Promise.all([this.#database(), disks(folders)])
    const [disk] = found.sort((one, other) => one.free / one.total - other.free / other.total)
    return {
      redis: { isConnected: bus.isConnected, delayMs: bus.delayMs },
      database,
      storage: storage.failure,
      disk,
      certificateEndsAt: this.#certificateEndsAt,
      loopDelayMs: metrics.loopDelay,
      memory: memory(),
    }
  }

  async #database(): Promise<ServerFacts['database']> {
    const { open } = this.#parts
    const { away, isWritable } = open.state()
    if (away || !isWritable) return { away: away ?? 'readOnly', answerMs: 0, aheadMs: undefined }
    const from = performance.now()
    try {
      const there = (await readClock(open.db)).getTime()
      const answerMs = performance.now() - from
      // The clock was read at some time of the statement.
      const difference = Date.now() - there
      return {
        away: undefined,
        answerMs,
        aheadMs: difference > 0 ? Math.max(0, difference - answerMs) : difference,
      }
    } catch (error) {
      const reason = awayReason(error)
      return {
        away: reason === 'busy' ? undefined : reason,
        answerMs: performance.now() - from,
        aheadMs: undefined,
      }
    }
  }
}

/** The process or its JavaScript heap, whichever is nearer to its limit. */
function memory(): ServerFacts['memory'] {
  const { rss, heapUsed } = process.memoryUsage()
  const whole = { used: rss, limit: Math.min(process.constrainedMemory() || Infinity, os.totalmem()) }
  const heap = { used: heapUsed, limit: getHeapStatistics().heap_size_limit }
  return whole.used / whole.limit > heap.used / heap.limit ? whole : heap
}
