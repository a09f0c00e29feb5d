import type { DeviceId } from '@fleetdeck/contract/ids'
import type { Deps } from '../../deps.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import { storeOnlineCounts, storeValues } from './history.queries.ts'

const checkMs = 5000
const minuteMs = 60_000
/** Rows per statement, so that the database can do other work in between. */
const chunkRows = 2000

type HistoryRecorderDeps = Pick<Deps, 'db' | 'parameters' | 'log'>

/** Stores the values of all phones at the end of each period. */
export class HistoryRecorder {
  readonly #deps: HistoryRecorderDeps
  readonly #timer: NodeJS.Timeout
  #storedAt: number
  #working: Promise<void> = Promise.resolve()

  constructor(deps: HistoryRecorderDeps) {
    this.#deps = deps
    this.#storedAt = this.#periodStart(siteMs())
    this.#timer = setInterval(() => this.#check(), checkMs)
    this.#timer.unref()
  }

  /** Stores the values now, as the end of the present period. */
  async keep(now = siteMs()): Promise<void> {
    const { db, parameters } = this.#deps
    const at = new Date(this.#periodStart(now))
    await storeOnlineCounts(db, at)
    const since = new Date(now - parameters.get('device.historyMinutes') * minuteMs)
    let afterId: DeviceId | 0 | undefined = 0
    while (afterId !== undefined) afterId = await storeValues(db, { at, since, afterId, rows: chunkRows })
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#working
  }

  #periodStart(moment: number): number {
    const periodMs = this.#deps.parameters.get('device.historyMinutes') * minuteMs
    return Math.floor(moment / periodMs) * periodMs
  }

  #check() {
    const period = this.#periodStart(siteMs())
    if (period === this.#storedAt) return
    this.#storedAt = period
    this.#working = this.#working
      .then(() => this.keep())
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'could not record device history'))
  }
}
