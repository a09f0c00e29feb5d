import type { TaskId } from '@fleetdeck/contract/ids'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { MissedPolicy, ScheduleType, tasks } from '@fleetdeck/contract/tasks'
import { Calls, type Probe, type Verdict } from '../probe.ts'
import type { World } from '../world.ts'

interface Schedule {
  devices: readonly string[]
  /** 2 to 30, or 60. */
  everySeconds: number
}

/** A task that is due every two seconds on two phones, by default, and makes up for each time that it missed. */
export class TaskProbe implements Probe {
  readonly row = 'Task'
  readonly calls: Calls
  readonly #world: World
  #scriptId = 0
  #taskId: TaskId | undefined
  readonly #schedule: Schedule
  #round = 0
  #againId: TaskId | undefined
  #tries = 0

  constructor(world: World, schedule: Schedule = { devices: ['A8', 'A9'], everySeconds: 2 }) {
    this.#world = world
    this.#schedule = schedule
    this.calls = new Calls(world)
  }

  async prepare(): Promise<void> {
    const platformName = `Every ${this.#schedule.everySeconds} s`
    await this.calls.call(platforms.add, { body: { platformName } })
    const { list } = await this.calls.call(platforms.list, { query: { name: platformName } })
    const platformId = list[0]?.id ?? 0
    const script = { scriptName: platformName, platformId, version: '1', content: '1' }
    this.#scriptId = (await this.calls.call(scripts.add, { body: script })).id
  }

  async start(): Promise<void> {
    this.#round += 1
    const { devices, everySeconds } = this.#schedule
    const body = {
      taskName: `Every ${everySeconds} seconds ${this.#round}`,
      scriptId: this.#scriptId,
      execType: 1 as const,
      devices: [...devices],
      scheduleType: ScheduleType.cron,
      cronText: everySeconds < 60 ? `0/${everySeconds} * * * * ?` : '0 * * * * ?',
      missedPolicy: MissedPolicy.all,
    }
    const { id } = await this.calls.call(tasks.add, { body })
    this.#taskId = id
    await this.calls.call(tasks.updateTaskStatus, { body: { id, status: 0 } })
    this.#againId = undefined
    await this.#untilSucceeded()
  }

  /** The times that were missed are made up for during the fault; a task on another phone does not wait for them. */
  async isBack(): Promise<boolean> {
    this.#againId ??= await this.#startAgain()
    const [run] = await this.#world.services.sql<{ state: string }>(
      `select state from task_runs where task_id = ${this.#againId}`,
    )
    return run?.state === 'succeeded'
  }

  async #startAgain(): Promise<TaskId> {
    this.#tries += 1
    const taskName = `At once ${this.#tries}`
    const body = { taskName, scriptId: this.#scriptId, execType: 1 as const, devices: ['A10'] }
    const { id } = await this.calls.call(tasks.add, { body: { ...body, scheduleType: ScheduleType.now } })
    await this.calls.call(tasks.updateTaskStatus, { body: { id, status: 0 } })
    return id
  }

  async check(): Promise<Verdict> {
    const id = this.#taskId as TaskId
    await this.calls.call(tasks.updateTaskStatusAndStopRemote, { body: { id } })
    const missed = await this.#world.services.sql<{ at: string }>(`
      with first as (select min(due_at) as at, max(due_at) as until from task_firings where task_id = ${id})
      select due.at::text from first, generate_series(first.at, first.until, interval '${this.#schedule.everySeconds} seconds') as due(at)
      where not exists (select 1 from task_firings f where f.task_id = ${id} and f.due_at = due.at)`)
    const states = await this.#world.services.sql<{ state: string; count: number }>(
      `select state, count(*)::int as count from task_runs where task_id = ${id} group by 1 order by 1`,
    )
    const twice = await this.#world.services.sql<{ at: string }>(
      `select device_no || ' ' || due_at as at from task_runs where task_id = ${id} and attempt = 1
       group by device_no, due_at having count(*) > 1`,
    )
    return {
      session: 'went on',
      says: states.map(({ state, count }) => `${count} ${state}`).join(', '),
      lost: missed.map(({ at }) => at),
      twice: twice.map(({ at }) => at),
    }
  }

  /** On all phones, once. */
  async #untilSucceeded() {
    const succeeded = `select count(distinct device_id)::int as phones from task_runs
      where task_id = ${this.#taskId} and state = 'succeeded'`
    const isOnAll = async () => {
      const [row] = await this.#world.services.sql<{ phones: number }>(succeeded)
      return row?.phones === this.#schedule.devices.length
    }
    while (!(await isOnAll())) await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
