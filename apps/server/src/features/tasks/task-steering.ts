import type { DeviceId } from '@fleetdeck/contract/ids'
import { TaskStatus } from '@fleetdeck/contract/tasks'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { runsOnPhones, wakeTask } from './hand-out.queries.ts'
import { takeBack } from './run-ends.queries.ts'
import { firstTime } from './task-drafts.ts'
import type { TaskEngine } from './task-engine.ts'
import * as writes from './task-writes.queries.ts'
import type { FoundTask } from './tasks.queries.ts'

type Parts = Pick<Deps, 'db' | 'hub' | 'parameters'>

/** What operators do to tasks: start, stop, pause, once more. */
export class TaskSteering {
  readonly #parts: Parts
  readonly #engine: TaskEngine

  constructor(parts: Parts, engine: TaskEngine) {
    this.#parts = parts
    this.#engine = engine
  }

  async start(task: FoundTask): Promise<void> {
    const { db, hub, parameters } = this.#parts
    const first = firstTime(task, parameters.get('sys.timeZone'))
    // What waits from an earlier start would come beside the new runs.
    await this.#engine.delivery.tellEnds(await takeBack(db, task.id))
    await writes.startTask(db, task.id, first)
    await hub.tasksChanged()
    void this.#engine.tick()
  }

  /** Phones end what they run. */
  async stop(task: FoundTask): Promise<void> {
    const { db, hub } = this.#parts
    await writes.stopTask(db, task.id, TaskStatus.stopped)
    await this.#engine.delivery.tellEnds(await takeBack(db, task.id))
    await hub.tasksChanged()
  }

  /** Answers how many phones were told at once. */
  async stopRemote(task: FoundTask): Promise<number> {
    await writes.stopTask(this.#parts.db, task.id, TaskStatus.stoppedRemote)
    return this.stopRuns(task, TaskStatus.stoppedRemote)
  }

  /** The runs that are under way, not the task. */
  async stopRuns(task: FoundTask, status: Exclude<TaskStatus, typeof TaskStatus.started>): Promise<number> {
    const { db, hub } = this.#parts
    await this.#engine.delivery.tellEnds(await takeBack(db, task.id))
    const asked = status === TaskStatus.stoppedRemote ? await writes.askToStop(db, task.id) : []
    const reached = await this.#engine.delivery.control(asked, 'stop')
    await hub.tasksChanged()
    return reached
  }

  async pause(task: FoundTask, paused: boolean): Promise<number> {
    const { db, hub } = this.#parts
    await writes.setPaused(db, task.id, paused)
    const runs = await runsOnPhones(db, { taskId: task.id })
    const reached = await this.#engine.delivery.control(runs, paused ? 'pause' : 'continue')
    if (!paused) await wakeTask(db, task.id)
    await hub.tasksChanged()
    return reached
  }

  async again(task: FoundTask, deviceIds: DeviceId[] | 'unsuccessful'): Promise<number> {
    if (task.status !== TaskStatus.started) throw new AppError('taskNotStarted')
    const count = await writes.insertAgain(this.#parts.db, task.id, deviceIds)
    if (count === 0) throw new AppError('taskNothingToRepeat')
    await this.#parts.hub.tasksChanged()
    void this.#engine.tick()
    return count
  }

  /** Records go; a started task that runs once runs on these phones again. */
  async clean(task: FoundTask, deviceIds?: DeviceId[]): Promise<number> {
    const count = await writes.cleanRuns(this.#parts.db, task.id, deviceIds)
    await this.#engine.join(task.id)
    await this.#parts.hub.tasksChanged()
    return count
  }
}
