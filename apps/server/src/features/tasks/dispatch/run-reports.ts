import type { DeviceId, RunId } from '@fleetdeck/contract/ids'
import type { HttpHeartbeat } from '@fleetdeck/contract/phone-api'
import { type Returned, ReturnedPhones } from '../../../domain/devices/returned-phones.ts'
import { listHeldTries } from '../../../domain/scripts/script-tries.queries.ts'
import { WorkQueue } from '../../../platform/core/work-queue.ts'
import type { HubEvents } from '../../../realtime/hub-events.ts'
import * as queries from './dispatch.queries.ts'
import type { RunDelivery, RunDeliveryDeps } from './run-delivery.ts'
import * as ends from './run-ends.queries.ts'
import { insertLines, type NewLine } from './run-lines.queries.ts'

const reportMs = 200
/** Maximum number of lines buffered while the database is unreachable; older lines are dropped. */
const maxWaiting = 50_000

/** Collects phones' reports about their runs, and synchronizes with reconnected phones. */
export class RunReports {
  readonly #deps: RunDeliveryDeps
  readonly #queue: WorkQueue
  readonly #delivery: RunDelivery
  readonly #timer: NodeJS.Timeout
  readonly #unfollow: (() => void)[]
  readonly #returnedPhones: ReturnedPhones
  #reports: ends.Report[] = []
  /** Reports that are being written. */
  #underWay: ends.Report[] = []
  #lines: NewLine[] = []

  constructor(deps: RunDeliveryDeps, delivery: RunDelivery) {
    this.#deps = deps
    this.#queue = new WorkQueue(deps.log, 'could not record task runs')
    this.#delivery = delivery
    const { hub } = deps
    this.#unfollow = [
      hub.on('taskState', (report) => this.addReport(report)),
      hub.on('log', ({ deviceId, line, isRepeated, runKey }) => {
        if (runKey !== undefined) this.#bufferLine({ ...line, isRepeated, runKey, deviceId })
      }),
    ]
    this.#returnedPhones = new ReturnedPhones({
      hub,
      queue: this.#queue,
      reconcile: (returned) => this.#reconcile(returned),
    })
    this.#timer = setInterval(() => this.#queue.add(() => this.#write()), reportMs)
    this.#timer.unref()
  }

  addReport({ cause, signer = '', script, ...rest }: HubEvents['taskState']): void {
    const report = { ...rest, cause: cause ?? null, signer, script: script ?? null }
    this.#reports.push({ ...report, arrivedAt: performance.now() })
  }

  /** The next orders for a phone without a socket; what it reported before decides about them. */
  async next(deviceId: DeviceId, heartbeat: HttpHeartbeat): ReturnType<RunDelivery['next']> {
    const isPending = [...this.#underWay, ...this.#reports].some((report) => report.deviceId === deviceId)
    if (isPending) await this.flush()
    return this.#delivery.next(deviceId, heartbeat, (report) => this.addReport(report))
  }

  /** Writes what phones reported; tests wait for it. */
  flush(): Promise<void> {
    return this.#queue.run(() => this.#write())
  }

  async close(): Promise<void> {
    this.#returnedPhones.close()
    for (const unfollow of this.#unfollow) unfollow()
    clearInterval(this.#timer)
    await this.flush()
  }

  #bufferLine(line: Omit<NewLine, 'at'> & { time: number }): void {
    this.#lines.push({ ...line, at: new Date(line.time) })
    if (this.#lines.length > maxWaiting) this.#lines.splice(0, this.#lines.length - maxWaiting)
  }

  async #write(): Promise<void> {
    const { db, hub } = this.#deps
    const reports = this.#reports
    let lines = this.#lines
    if (reports.length === 0 && lines.length === 0) return
    this.#reports = []
    this.#underWay = reports
    this.#lines = []
    try {
      if (lines.length) await insertLines(db, lines)
      lines = []
      if (reports.length) await this.#delivery.recordEnds(await ends.writeReports(db, reports))
    } catch (error) {
      this.#reports = [...reports, ...this.#reports]
      // Some may have been stored before the connection broke.
      const repeated = lines.map((line) => ({ ...line, isRepeated: true }))
      this.#lines = [...repeated, ...this.#lines].slice(-maxWaiting)
      throw error
    } finally {
      this.#underWay = []
    }
    await hub.tasksChanged()
  }

  /** Synchronizes both sides: runs that the phone does not have are sent again, or have ended. */
  async #reconcile(returned: Returned): Promise<void> {
    await this.#write()
    const { db } = this.#deps
    const { deviceIds } = returned
    const open = (await queries.listOpenRuns(db, deviceIds)).filter(({ state }) => state !== 'queued')
    const tries = await listHeldTries(db, deviceIds)
    const lost = open.filter((run) => returned.misses(run, run.runKey))
    const lostTries = tries.filter((run) => run.isOpen && returned.misses(run, run.runKey))
    await this.#end(
      [...lost, ...lostTries].filter((run) => run.stopRequested),
      'stopped',
    )
    const others = lost.filter((run) => !run.stopRequested)
    await this.#end(
      [
        ...others.filter(({ state }) => state !== 'sent'),
        ...lostTries.filter(({ stopRequested }) => !stopRequested),
      ],
      'interrupted',
    )
    await queries.wakeRuns(
      db,
      others.filter(({ state }) => state === 'sent').map(({ id }) => id),
    )
    const held = open.filter((run) => returned.holds(run, run.runKey))
    const heldTries = tries.filter((run) => returned.holds(run, run.runKey))
    await this.#delivery.repeatControls(held)
    await this.#delivery.control(
      heldTries.filter(({ stopRequested }) => stopRequested),
      'stop',
    )
    await queries.wakeDevices(db, deviceIds)
  }

  async #end(runs: { id: RunId }[], reason: 'stopped' | 'interrupted'): Promise<void> {
    if (runs.length === 0) return
    const end = { state: reason === 'stopped' ? ('stopped' as const) : ('failed' as const), reason }
    await this.#delivery.recordEnds(
      await ends.endRuns(
        this.#deps.db,
        runs.map(({ id }) => id),
        end,
      ),
    )
  }
}
