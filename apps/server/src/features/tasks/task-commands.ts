import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import { TaskStatus } from '@fleetdeck/contract/tasks'
import type { Deps } from '../../deps.ts'
import { requireModules } from '../../domain/scripts/modules/pin-imports.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { readClock } from '../../platform/scheduler/clock.queries.ts'
import { firstTime } from './definition/task-drafts.ts'
import * as writes from './definition/task-writes.queries.ts'
import type { FoundTask } from './definition/tasks.queries.ts'
import { runsOnPhones, wakeTask } from './dispatch/dispatch.queries.ts'
import { takeBack } from './dispatch/run-ends.queries.ts'
import type { TaskEngine } from './task-engine.ts'

type TaskCommandsDeps = Pick<Deps, 'db' | 'hub' | 'parameters'>

/** The actions of operators on tasks: start, stop, pause, repeat. */
export class TaskCommands {
  readonly #deps: TaskCommandsDeps
  readonly #engine: TaskEngine

  constructor(deps: TaskCommandsDeps, engine: TaskEngine) {
    this.#deps = deps
    this.#engine = engine
  }

  /**
   * @param startedBy whose runs they are, as lists of runs show it
   * @param leavesOut phones that lack what the script needs get no run
   */
  async start(
    task: FoundTask,
    { startedBy, leavesOut = false }: { startedBy: UserId; leavesOut?: boolean },
  ): Promise<void> {
    const { db, hub, parameters } = this.#deps
    await requireModules(db, task.scriptId)
    // Runs of an earlier start may be paused on their phones.
    if (task.paused) await this.pause(task, false)
    const first = firstTime(task, parameters.get('sys.timeZone'), await readClock(db))
    // Waiting runs of an earlier start would run in parallel with the new ones.
    await this.#engine.delivery.recordEnds(await takeBack(db, task.id))
    await writes.startTask(db, task.id, { nextRunAt: first, startedBy, leavesOut })
    await hub.tasksChanged()
    this.#engine.wake()
  }

  /** Withdraws waiting runs; runs in progress continue to their end. */
  async stop(task: FoundTask): Promise<void> {
    const { db, hub } = this.#deps
    await writes.stopTask(db, task.id, TaskStatus.stopped)
    await this.#engine.delivery.recordEnds(await takeBack(db, task.id))
    await hub.tasksChanged()
  }

  /** Returns how many phones were notified immediately. */
  async stopRemote(task: FoundTask): Promise<number> {
    await writes.stopTask(this.#deps.db, task.id, TaskStatus.stoppedRemote)
    return this.stopRuns(task, TaskStatus.stoppedRemote)
  }

  /** For the runs in progress only, not the task. */
  async stopRuns(task: FoundTask, status: Exclude<TaskStatus, typeof TaskStatus.started>): Promise<number> {
    const { db, hub } = this.#deps
    await this.#engine.delivery.recordEnds(await takeBack(db, task.id))
    const asked = status === TaskStatus.stoppedRemote ? await writes.requestStop(db, task.id) : []
    const reached = await this.#engine.delivery.control(asked, 'stop')
    await hub.tasksChanged()
    return reached
  }

  async pause(task: FoundTask, paused: boolean): Promise<number> {
    const { db, hub } = this.#deps
    await writes.setPaused(db, task.id, paused)
    const runs = await runsOnPhones(db, { taskId: task.id })
    const reached = await this.#engine.delivery.control(runs, paused ? 'pause' : 'continue')
    if (!paused) await wakeTask(db, task.id)
    await hub.tasksChanged()
    return reached
  }

  async again(task: FoundTask, deviceIds: DeviceId[] | 'unsuccessful', startedBy: UserId): Promise<number> {
    if (task.status !== TaskStatus.started) throw new AppError('taskNotStarted')
    const count = await writes.insertAgain(this.#deps.db, { taskId: task.id, startedBy }, deviceIds)
    if (count === 0) throw new AppError('taskNothingToRepeat')
    await this.#deps.hub.tasksChanged()
    this.#engine.wake()
    return count
  }

  /** Deletes records; a started task with a single time runs on these phones again. */
  async clean(task: FoundTask, deviceIds?: DeviceId[]): Promise<number> {
    const cleaned = await writes.cleanRuns(this.#deps.db, task.id, deviceIds)
    await this.#engine.join(task.id, [...new Set(cleaned.filter((id) => id !== null))])
    await this.#deps.hub.tasksChanged()
    return cleaned.length
  }
}
