import { maxTryLines } from '@fleetdeck/contract/script-sources'
import type { Deps } from '../../deps.ts'
import { tryPrefix } from '../../domain/scripts/script-tries.queries.ts'
import { WorkQueue } from '../../platform/core/work-queue.ts'
import * as queries from './pulls.queries.ts'

const writeMs = 500
/** Runs whose reports wait for the database. */
const mostWaiting = 1000
/** Distinguishes tries of pull requests from those of the editor. */
export const pullPrefix = `${tryPrefix}pull-`

type Report = Parameters<typeof queries.saveReport>[2]

/** Stores the log and the end of each try of a pull request, on the server with the phone's connection. */
export class PullReports {
  readonly #db: Deps['db']
  readonly #queue: WorkQueue
  readonly #timer: NodeJS.Timeout
  readonly #unfollow: (() => void)[]
  #reports = new Map<string, Report>()

  constructor({ db, hub, log }: Pick<Deps, 'db' | 'hub' | 'log'>) {
    this.#db = db
    this.#queue = new WorkQueue(log, 'could not store tries of pull requests')
    this.#unfollow = [
      hub.on('log', ({ runKey, line, isRepeated }) => {
        const report = isRepeated ? undefined : this.#reportOf(runKey)
        if (!report) return
        report.lines.push({ at: new Date(line.time).toISOString(), level: line.level, msg: line.msg })
        if (report.lines.length > maxTryLines) report.lines.shift()
      }),
      hub.on('taskState', ({ runKey, state, msg = '' }) => {
        const report = this.#reportOf(runKey)
        if (report) Object.assign(report, { state, msg })
      }),
    ]
    this.#timer = setInterval(() => this.#queue.add(() => this.#write()), writeMs)
    this.#timer.unref()
  }

  async close(): Promise<void> {
    for (const unfollow of this.#unfollow) unfollow()
    clearInterval(this.#timer)
    await this.#queue.run(() => this.#write())
  }

  #reportOf(runKey: string | undefined): Report | undefined {
    if (!runKey?.startsWith(pullPrefix)) return undefined
    const known = this.#reports.get(runKey)
    if (known || this.#reports.size >= mostWaiting) return known
    const report: Report = { lines: [] }
    this.#reports.set(runKey, report)
    return report
  }

  async #write(): Promise<void> {
    const reports = this.#reports
    this.#reports = new Map()
    for (const [runKey, report] of reports) {
      await queries.saveReport(this.#db, runKey, report)
      reports.delete(runKey)
    }
  }
}
