import type { DeviceEventKind } from '@fleetdeck/contract/device-monitor'
import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import type { ErrorLog } from '../../platform/core/in-background.ts'
import { PeriodicWork } from '../../platform/core/periodic-work.ts'
import { siteNow } from '../../platform/core/site-clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { writeRows } from '../../platform/db/write-rows.ts'
import { type DeviceEventRow, insertEvents } from './device-events.queries.ts'

const flushMs = 1000
/** Maximum of events buffered while the database is unreachable; the oldest are dropped first. */
const waitingRows = 50_000

/** Device events. Recording only touches memory; buffered events are written once a second in one statement. */
export class DeviceEvents {
  readonly #db: Db
  readonly #log: ErrorLog
  readonly #work: PeriodicWork
  #waiting: DeviceEventRow[] = []

  constructor(db: Db, log: ErrorLog) {
    this.#db = db
    this.#log = log
    const settings = { log, failure: 'could not write device events', everyMs: flushMs }
    this.#work = new PeriodicWork(settings, () => this.#write())
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
    this.#dropOldest()
  }

  /** Writes the buffered events; failed writes are retried with the next ones. */
  flush(): Promise<void> {
    return this.#work.run()
  }

  close(): Promise<void> {
    return this.#work.close()
  }

  async #write(): Promise<void> {
    const rows = this.#waiting
    this.#waiting = []
    const writer = {
      write: (some: DeviceEventRow[]) => insertEvents(this.#db, some),
      refused: ({ deviceId, kind }: DeviceEventRow, error: unknown) =>
        this.#log.error({ err: error, deviceId, kind }, 'could not write a device event'),
    }
    await writeRows(rows, writer, (left) => {
      this.#waiting = [...left, ...this.#waiting]
      this.#dropOldest()
    })
  }

  #dropOldest() {
    if (this.#waiting.length > waitingRows) this.#waiting.splice(0, this.#waiting.length - waitingRows)
  }
}
