import type { TaskId } from '@fleetdeck/contract/ids'
import { inBackground } from '../../platform/core/in-background.ts'
import { Clock } from '../../platform/scheduler/clock.ts'
import { type DueTimes, dueTimes, nextTime } from '../../platform/scheduler/schedule.ts'
import { wakeForgotten, wakeQueued } from './dispatch/dispatch.queries.ts'
import { RunDelivery, type RunDeliveryDeps } from './dispatch/run-delivery.ts'
import { endOrphans } from './dispatch/run-ends.queries.ts'
import { RunReports } from './dispatch/run-reports.ts'
import {
  type DueTask,
  fireDue,
  isAnythingDue,
  joinLate,
  pruneRuns,
  scheduledTasks,
  writeNextTimes,
} from './schedule/firing.queries.ts'

/** Maximum number of tasks per check. */
const maxTasks = 200
/** After this many full checks, the phones are served. */
const maxFullChecks = 10
const joinMs = 5000
/** Consecutive checks overlap by this time, because the clocks of servers differ. */
const joinOverlapMs = 60_000
const forgottenMs = 30_000
const pruneMs = 3_600_000
const dayMs = 86_400_000

/** Everything that tasks do automatically: they become due, are sent to their phones, and receive reports. */
export class TaskEngine {
  readonly delivery: RunDelivery
  readonly reports: RunReports
  readonly #deps: RunDeliveryDeps
  readonly #clock: Clock
  readonly #timers: NodeJS.Timeout[]
  readonly #unfollow: () => void
  #joinedAt: Date | null = null
  #fullChecks = 0
  #prunedAt = 0
  #forgottenAt = 0
  #timeZone: string

  constructor(deps: RunDeliveryDeps) {
    this.#deps = deps
    this.delivery = new RunDelivery(deps)
    this.reports = new RunReports(deps, this.delivery)
    this.#timeZone = deps.parameters.get('sys.timeZone')
    this.#clock = new Clock({
      work: (now) => this.#work(now),
      failed: (error) => deps.log.error({ err: error }, 'tasks'),
    })
    this.#timers = [setInterval(() => this.#guard(this.#sweep()), joinMs)]
    for (const timer of this.#timers) timer.unref()
    this.#unfollow = deps.parameters.onLoad(() => this.#zoneChanged())
  }

  /** Runs what is due now, without waiting for the next check. */
  tick(): Promise<void> {
    return this.#clock.tick()
  }

  /** Checks all waiting runs, for instance after a long interruption. */
  async wakeAll(): Promise<void> {
    await wakeQueued(this.#deps.db)
    await this.tick()
  }

  /** Creates runs for phones that joined a started task. */
  async join(taskId: TaskId): Promise<void> {
    if (await joinLate(this.#deps.db, { taskId })) await this.tick()
  }

  /** Recalculates the next times of these started tasks; returns their number. */
  async reschedule(where?: Parameters<typeof scheduledTasks>[1]): Promise<number> {
    const { db } = this.#deps
    const due = await scheduledTasks(db, where)
    const now = new Date()
    const times = due.map((task) => ({ id: task.id, next: nextTime(task, now, this.#timeZone) }))
    await writeNextTimes(db, times)
    return due.length
  }

  flush(): Promise<unknown> {
    return this.reports.flush()
  }

  async close(): Promise<void> {
    this.#unfollow()
    for (const timer of this.#timers) clearInterval(timer)
    await this.#clock.close()
    await this.reports.close()
  }

  async #work(now: Date): Promise<boolean> {
    const { db, hub } = this.#deps
    if (!(await isAnythingDue(db, now))) return false
    const known = new Map<string, DueTimes>()
    // Many tasks share the same schedule and time.
    const cachedTimes = ({ id: _, nextRunAt, ...schedule }: DueTask) => {
      const key = JSON.stringify([schedule, nextRunAt])
      const times = known.get(key) ?? dueTimes(schedule, nextRunAt ?? now, now, this.#timeZone)
      known.set(key, times)
      return times
    }
    const fired = await fireDue(db, now, maxTasks, cachedTimes)
    if (fired) await hub.tasksChanged()
    // Due tasks are claimed first, phones are notified afterwards, with little delay.
    this.#fullChecks = fired === maxTasks ? this.#fullChecks + 1 : 0
    if (this.#fullChecks % maxFullChecks) return true
    const isMore = await this.delivery.work(now)
    return isMore || fired === maxTasks
  }

  async #sweep(): Promise<void> {
    const { db, parameters } = this.#deps
    const changedSince = this.#joinedAt
    const now = Date.now()
    await joinLate(db, { changedSince })
    await endOrphans(db)
    this.#joinedAt = new Date(now - joinOverlapMs)
    if (now - this.#forgottenAt >= forgottenMs) {
      this.#forgottenAt = now
      await wakeForgotten(db)
    }
    if (now - this.#prunedAt < pruneMs) return
    this.#prunedAt = now
    await pruneRuns(db, new Date(now - parameters.get('task.runDays') * dayMs))
  }

  #zoneChanged(): void {
    const timeZone = this.#deps.parameters.get('sys.timeZone')
    if (timeZone === this.#timeZone) return
    this.#timeZone = timeZone
    this.#guard(this.reschedule())
  }

  #guard(work: Promise<unknown>): void {
    inBackground(this.#deps.log, 'tasks', work)
  }
}
