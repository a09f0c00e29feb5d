import type { ComputerReport } from '@fleetdeck/contract/computer-socket'
import type { ComputerId } from '@fleetdeck/contract/ids'
import type { Deps } from '../../deps.ts'
import { PeriodicWork } from '../../platform/core/periodic-work.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import { saveComputerReport } from './computers.queries.ts'

const flushMs = 500

/** Writes the newest report of each computer that is connected to this server. */
export class ComputerRecorder {
  readonly #db: Deps['db']
  readonly #reports = new Map<ComputerId, { report: ComputerReport; ip: string; at: Date }>()
  readonly #work: PeriodicWork

  constructor({ db, hub, log }: Pick<Deps, 'db' | 'hub' | 'log'>) {
    this.#db = db
    const settings = { log, failure: 'could not write the report of a computer', everyMs: flushMs }
    this.#work = new PeriodicWork(settings, () => this.#write())
    hub.on('computerReported', ({ computerId, report, ip }) =>
      this.#reports.set(computerId, { report, ip, at: new Date(siteMs()) }),
    )
  }

  /** Writes the reports; a failed write is retried with the next one. */
  flush(): Promise<void> {
    return this.#work.run()
  }

  close(): Promise<void> {
    return this.#work.close()
  }

  async #write(): Promise<void> {
    for (const [computerId, reported] of [...this.#reports]) {
      await saveComputerReport(this.#db, computerId, reported)
      if (this.#reports.get(computerId) === reported) this.#reports.delete(computerId)
    }
  }
}
