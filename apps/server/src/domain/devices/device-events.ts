import type { DeviceEventKind } from '@fleetdeck/contract/device-monitor'
import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import { siteNow } from '../../platform/core/site-clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { type DeviceEventRow, insertEvents } from './device-events.queries.ts'

const flushMs = 1000
const flushRows = 2000
/** Maximum of events buffered while the database is unreachable; the oldest are dropped first. */
const waitingRows = 50_000

interface Log {
  error(info: object, message: string): void
}

/** Device events. Recording only touches memory; buffered events are written once a second in one statement. */
export class DeviceEvents {
  readonly #db: Db
  readonly #log: Log
  readonly #timer: NodeJS.Timeout
  #waiting: DeviceEventRow[] = []
  #writing: Promise<void> = Promise.resolve()

  constructor(db: Db, log: Log) {
    this.#db = db
    this.#log = log
    this.#timer = setInterval(() => void this.flush(), flushMs)
    this.#timer.unref()
  }

  /**
   * @param event.userId the user who did it; omitted for automatic events
   * @param event.details names and values for the device's page, such as `{ command: 'rebootEC', state: 'succeeded' }`
   */
  record(event: {
    deviceId: DeviceId
    kind: DeviceEventKind
    userId?: UserId
    details?: Record<string, string>
  }): void {
    const { deviceId, kind, userId = null, details = {} } = event
    this.#waiting.push({ deviceId, kind, at: siteNow(), userId, details })
    if (this.#waiting.length > waitingRows) this.#waiting.splice(0, this.#waiting.length - waitingRows)
  }

  /** Writes the buffered events; a failed write is retried with the next one. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  async #write() {
    const rows = this.#waiting
    this.#waiting = []
    for (let at = 0; at < rows.length; at += flushRows)
      try {
        await insertEvents(this.#db, rows.slice(at, at + flushRows))
      } catch (error) {
        this.#log.error({ err: error }, 'events of devices could not be written')
        this.#waiting = [...rows.slice(at), ...this.#waiting]
        return
      }
  }
}
