import type { FastifyBaseLogger } from 'fastify'
import { siteMs } from '../../platform/core/site-clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Throttled } from '../../platform/http/throttled.ts'
import { addThrottles, type ThrottleRow } from './throttles.queries.ts'

const flushMs = 2000
const hourMs = 3_600_000
/** Callers that are named in an hour; what comes after them is counted together, by reason. */
const mostCallers = 1000

/** Counts callers that were refused until later, and writes the counts every two seconds. */
export class ThrottleRecorder {
  readonly #db: Db
  readonly #log: FastifyBaseLogger
  readonly #timer: NodeJS.Timeout
  #hour = 0
  readonly #named = new Set<string>()
  #waiting = new Map<string, ThrottleRow>()
  #writing: Promise<void> = Promise.resolve()

  constructor(db: Db, log: FastifyBaseLogger) {
    this.#db = db
    this.#log = log
    this.#timer = setInterval(() => void this.flush(), flushMs)
    this.#timer.unref()
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

  /** What cannot be written now is dropped: while the database is away, these are its least important rows. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      // In the same order on every server, so that none waits for the other in a circle.
      const rows = [...this.#waiting].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
      if (rows.length === 0) return
      this.#waiting = new Map()
      await addThrottles(this.#db, rows).catch((error) =>
        this.#log.error({ err: error }, 'refused callers could not be counted'),
      )
    })
    return this.#writing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }
}

const keyOf = ({ kind, path, ip, userId }: Throttled) => JSON.stringify([kind, path, ip, userId])
