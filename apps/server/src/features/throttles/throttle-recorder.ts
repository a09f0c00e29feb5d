import type { FastifyBaseLogger } from 'fastify'
import { PeriodicWork } from '../../platform/core/periodic-work.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Throttled } from '../../platform/http/throttled.ts'
import type { Hub } from '../../realtime/hub-types.ts'
import { addThrottles, type ThrottleRow } from './throttles.queries.ts'

const flushMs = 2000
const hourMs = 3_600_000
/** Callers that are named in an hour; further ones are counted together, by reason. */
const mostCallers = 1000

/** Counts callers that were refused until later, and writes the counts every two seconds. */
export class ThrottleRecorder {
  readonly #db: Db
  readonly #work: PeriodicWork
  #hour = 0
  readonly #named = new Set<string>()
  #waiting = new Map<string, ThrottleRow>()

  constructor(db: Db, log: FastifyBaseLogger) {
    this.#db = db
    const settings = { log, failure: 'could not count throttled callers', everyMs: flushMs }
    this.#work = new PeriodicWork(settings, () => this.#write())
  }

  follow(hub: Pick<Hub, 'on'>): void {
    hub.on('throttled', this.record)
  }

  record = (throttled: Throttled): void => {
    const now = siteMs()
    const hour = Math.floor(now / hourMs)
    if (hour !== this.#hour) this.#named.clear()
    this.#hour = hour
    const { kind, path, ip, userId } =
      this.#named.size < mostCallers || this.#isNamed(throttled)
        ? throttled
        : { kind: throttled.kind, path: '', ip: '', userId: 0 as const }
    const key = keyOf({ kind, path, ip, userId })
    this.#named.add(key)
    const before = this.#waiting.get(`${hour} ${key}`)
    const lastAt = new Date(now)
    if (before) Object.assign(before, { count: before.count + 1, lastAt })
    else
      this.#waiting.set(`${hour} ${key}`, {
        hour: new Date(hour * hourMs),
        ...{ kind, path, ip, userId },
        ...{ count: 1, firstAt: lastAt, lastAt },
      })
  }

  #isNamed = (throttled: Throttled) => this.#named.has(keyOf(throttled))

  /** Writes what waits. */
  flush(): Promise<void> {
    return this.#work.run()
  }

  close(): Promise<void> {
    return this.#work.close()
  }

  /** An entry that cannot be written now is dropped: while the database is away, these are its least important rows. */
  async #write(): Promise<void> {
    // In the same order on every server, so that none waits for the other in a circle.
    const rows = [...this.#waiting].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
    this.#waiting = new Map()
    if (rows.length) await addThrottles(this.#db, rows)
  }
}

const keyOf = ({ kind, path, ip, userId }: Throttled) => JSON.stringify([kind, path, ip, userId])
