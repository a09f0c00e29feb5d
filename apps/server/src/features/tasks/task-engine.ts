import type { DeviceId, TaskId } from '@fleetdeck/contract/ids'
import { ScheduleType } from '@fleetdeck/contract/tasks'
import { pruneTexts } from '../../domain/scripts/tried-texts.queries.ts'
import { inBackground } from '../../platform/core/in-background.ts'
import { readClock } from '../../platform/scheduler/clock.queries.ts'
import { Clock } from '../../platform/scheduler/clock.ts'
import { ClockWatch } from '../../platform/scheduler/clock-watch.ts'
import { type DueTimes, dueTimes, nextTime } from '../../platform/scheduler/schedule.ts'
import { findReopened } from './definition/generations.queries.ts'
import {
  moveBackRuns,
  restartLimits,
  wakeDevices,
  wakeForgotten,
  wakeQueued,
} from './dispatch/dispatch.queries.ts'
import { RunDelivery, type RunDeliveryDeps } from './dispatch/run-delivery.ts'
import { endOrphans } from './dispatch/run-ends.queries.ts'
import { RunReports } from './dispatch/run-reports.ts'
import {
  type DueTask,
  fireDue,
  forgetFutureFirings,
  joinLate,
  openAgain,
  pruneRuns,
  readDue,
  scheduledTasks,
  stopEnded,
  tasksByIds,
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
  readonly #watch = new ClockWatch()
  readonly #timers: NodeJS.Timeout[]
  readonly #unfollow: (() => void)[]
  /** What the end waits for: it may still use the database. */
  readonly #underWay = new Set<Promise<unknown>>()
  #joinedAt: Date | null = null
  #fullChecks = 0
  /** By performance.now(). */
  #prunedAt = Number.NEGATIVE_INFINITY
  #forgottenAt = Number.NEGATIVE_INFINITY
  /** The clock may have been set while no server ran. */
  #isNew = true
  #timeZone: string

  constructor(deps: RunDeliveryDeps) {
    this.#deps = deps
    this.delivery = new RunDelivery(deps)
    this.reports = new RunReports(deps, this.delivery)
    this.#timeZone = deps.parameters.get('sys.timeZone')
    this.#clock = new Clock({
      work: () => this.#work(),
      failed: (error) => deps.log.error({ err: error }, 'could not start due tasks'),
    })
    this.#timers = [setInterval(() => this.#guard(this.#sweep()), joinMs)]
    for (const timer of this.#timers) timer.unref()
    this.#unfollow = [
      deps.parameters.onLoad(() => this.#zoneChanged()),
      deps.hub.on('reconnected', () => this.#guard(this.#wakeOwn())),
    ]
  }

  /** Runs what is due now, without waiting for the next check. */
  tick(): Promise<void> {
    return this.#clock.tick()
  }

  /** The same, for those who do not wait for its end. */
  wake(): void {
    this.#guard(this.tick())
  }

  /** Checks all waiting runs, for instance after a long interruption. */
  async wakeAll(): Promise<void> {
    await wakeQueued(this.#deps.db)
    await this.tick()
  }

  /** Creates runs for phones that an operator added to a started task, or whose runs were cleared. */
  async join(taskId: TaskId, deviceIds: DeviceId[]): Promise<void> {
    if (deviceIds.length === 0) return
    await this.#reopen(null)
    if (await joinLate(this.#deps.db, { taskId, deviceIds })) await this.tick()
  }

  /** Recalculates the next times of these started tasks; returns their number. */
  async reschedule(where?: Parameters<typeof scheduledTasks>[1]): Promise<number> {
    const { db } = this.#deps
    const due = await scheduledTasks(db, where)
    const now = await readClock(db)
    const times = due.map((task) => ({
      id: task.id,
      next: task.scheduleType === ScheduleType.now ? now : nextTime(task, now, this.#timeZone),
    }))
    await writeNextTimes(db, times)
    return due.length
  }

  flush(): Promise<unknown> {
    return this.reports.flush()
  }

  async close(): Promise<void> {
    for (const unfollow of this.#unfollow) unfollow()
    for (const timer of this.#timers) clearInterval(timer)
    await this.#clock.close()
    await Promise.allSettled(this.#underWay)
    await this.reports.close()
  }

  async #work(): Promise<boolean> {
    const { db, hub } = this.#deps
    const from = performance.now()
    const { now, isDue } = await readDue(db)
    const jumpMs = this.#watch.note(now, from)
    if (jumpMs !== 0 || this.#isNew) await this.#clockWasSet(jumpMs)
    if (!isDue) return jumpMs !== 0
    await this.delivery.control(await stopEnded(db, now), 'stop')
    const fired = await fireDue(db, now, maxTasks, this.#timesAt(now, jumpMs > 0))
    if (fired) await hub.tasksChanged()
    // Due tasks are claimed first, phones are notified afterwards, with little delay.
    this.#fullChecks = fired === maxTasks ? this.#fullChecks + 1 : 0
    if (this.#fullChecks % maxFullChecks) return true
    const isMore = await this.delivery.work(now)
    return isMore || fired === maxTasks
  }

  /** Due and next times of tasks; of the times that a clock skipped, only the last counts. */
  #timesAt(now: Date, wasSkipped: boolean): (task: DueTask) => DueTimes {
    // Many tasks share the same schedule and time.
    const known = new Map<string, DueTimes>()
    return ({ id: _, nextRunAt, ...schedule }) => {
      const key = JSON.stringify([schedule, nextRunAt])
      const { due, next } = known.get(key) ?? dueTimes(schedule, nextRunAt ?? now, now, this.#timeZone)
      const times = { due: wasSkipped ? due.slice(-1) : due, next }
      known.set(key, times)
      return times
    }
  }

  /** Every step may be repeated by each server. */
  async #clockWasSet(jumpMs: number): Promise<void> {
    const { db, log } = this.#deps
    if (jumpMs !== 0) log.warn({ jumpMs }, 'database clock changed: planning tasks again')
    if (jumpMs > 0) await restartLimits(db)
    await moveBackRuns(db)
    await forgetFutureFirings(db)
    await this.reschedule()
    this.#isNew = false
  }

  async #sweep(): Promise<void> {
    const { db, files, parameters } = this.#deps
    const changedSince = this.#joinedAt
    const now = performance.now()
    const clock = await readClock(db)
    await joinLate(db, { changedSince })
    await this.#reopen(changedSince)
    await endOrphans(db)
    await this.delivery.endTries()
    this.#joinedAt = new Date(clock.getTime() - joinOverlapMs)
    if (now - this.#forgottenAt >= forgottenMs) {
      this.#forgottenAt = now
      await wakeForgotten(db)
    }
    if (now - this.#prunedAt < pruneMs) return
    this.#prunedAt = now
    await pruneRuns(db, new Date(clock.getTime() - parameters.get('task.runDays') * dayMs))
    for (let names = await pruneTexts(db); names.length > 0; names = await pruneTexts(db))
      for (const name of names) {
        const file = await files.find(name)
        if (file) await files.remove(file)
      }
  }

  /** Gives tasks whose runs were used up a next time, when phones have runs left again. */
  async #reopen(changedSince: Date | null): Promise<void> {
    const { db } = this.#deps
    const ids = await findReopened(db, changedSince)
    if (ids.length === 0) return
    const now = await readClock(db)
    const found = await tasksByIds(db, ids)
    await openAgain(
      db,
      found.map((task) => ({ id: task.id, next: nextTime(task, now, this.#timeZone) })),
    )
  }

  /** Orders of other servers to the phones of this one may have been lost. */
  async #wakeOwn(): Promise<void> {
    const deviceIds = this.#deps.hub.phoneIds()
    await wakeDevices(this.#deps.db, deviceIds, ['queued', 'sent'])
    await this.delivery.repeatControlsOf(deviceIds)
    await this.tick()
  }

  #zoneChanged(): void {
    const timeZone = this.#deps.parameters.get('sys.timeZone')
    if (timeZone === this.#timeZone) return
    this.#timeZone = timeZone
    this.#guard(this.reschedule())
  }

  #guard(work: Promise<unknown>): void {
    this.#underWay.add(work)
    const done = work.finally(() => this.#underWay.delete(work))
    inBackground(this.#deps.log, 'could not plan tasks', done)
  }
}
