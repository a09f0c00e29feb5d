import type { Deps } from '../../deps.ts'
import { keepOnlineCounts, keepValues } from './history.queries.ts'

const lookMs = 5000
const minuteMs = 60_000
/** Rows per statement, so that the database can do other work in between. */
const chunkRows = 2000

type HistoryRecorderDeps = Pick<Deps, 'db' | 'parameters' | 'log'>

/** Stores the values of all phones at the end of each period. */
export class HistoryRecorder {
  readonly #deps: HistoryRecorderDeps
  readonly #timer: NodeJS.Timeout
  #keptAt: number
  #working: Promise<void> = Promise.resolve()

  constructor(deps: HistoryRecorderDeps) {
    this.#deps = deps
    this.#keptAt = this.#periodStart(Date.now())
    this.#timer = setInterval(() => this.#look(), lookMs)
    this.#timer.unref()
  }

  /** Stores the values now, as the end of the present period. */
  async keep(now = Date.now()): Promise<void> {
    const { db, parameters } = this.#deps
    const at = new Date(this.#periodStart(now))
    await keepOnlineCounts(db, at)
    const since = new Date(now - parameters.get('device.historyMinutes') * minuteMs)
    let afterId: number | undefined = 0
    while (afterId !== undefined) afterId = await keepValues(db, { at, since, afterId, rows: chunkRows })
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#working
  }

  #periodStart(moment: number): number {
    const periodMs = this.#deps.parameters.get('device.historyMinutes') * minuteMs
    return Math.floor(moment / periodMs) * periodMs
  }

  #look() {
    const period = this.#periodStart(Date.now())
    if (period === this.#keptAt) return
    this.#keptAt = period
    this.#working = this.#working
      .then(() => this.keep())
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'history of devices'))
  }
}
