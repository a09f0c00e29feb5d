import type { DeviceId } from '@fleetdeck/contract/ids'
import type { Deps } from '../../deps.ts'
import { keepOnlineCounts, keepValues } from './history.queries.ts'

const lookMs = 5000
const minuteMs = 60_000
/** Rows of one statement: the database does other work between two of them. */
const chunkRows = 2000

type HistoryRecorderDeps = Pick<Deps, 'db' | 'parameters' | 'log'>

/** Keeps the values of all phones at the end of each period. */
export class HistoryRecorder {
  readonly #deps: HistoryRecorderDeps
  readonly #timer: NodeJS.Timeout
  #keptAt: number
  #working: Promise<void> = Promise.resolve()

  constructor(deps: HistoryRecorderDeps) {
    this.#deps = deps
    this.#keptAt = this.#periodOf(Date.now())
    this.#timer = setInterval(() => this.#look(), lookMs)
    this.#timer.unref()
  }

  /** Keeps the values now, as the end of the period that holds the moment. */
  async keep(now = Date.now()): Promise<void> {
    const { db, parameters } = this.#deps
    const at = new Date(this.#periodOf(now))
    await keepOnlineCounts(db, at)
    const since = new Date(now - parameters.get('device.historyMinutes') * minuteMs)
    let afterId: DeviceId | 0 | undefined = 0
    while (afterId !== undefined) afterId = await keepValues(db, { at, since, afterId, rows: chunkRows })
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#working
  }

  #periodOf(moment: number): number {
    const periodMs = this.#deps.parameters.get('device.historyMinutes') * minuteMs
    return Math.floor(moment / periodMs) * periodMs
  }

  #look() {
    const period = this.#periodOf(Date.now())
    if (period === this.#keptAt) return
    this.#keptAt = period
    this.#working = this.#working
      .then(() => this.keep())
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'history of devices'))
  }
}
