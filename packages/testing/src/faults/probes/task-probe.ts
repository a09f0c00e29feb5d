import type { TaskId } from '@fleetdeck/contract/ids'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { MissedPolicy, ScheduleType, tasks } from '@fleetdeck/contract/tasks'
import { Calls, type Probe, type Verdict } from '../probe.ts'
import type { World } from '../world.ts'

/** A task that is due every two seconds on two phones, and makes up for each time that it missed. */
export class TaskProbe implements Probe {
  readonly row = 'Task'
  readonly calls: Calls
  readonly #world: World
  #scriptId = 0
  #taskId: TaskId | undefined
  #round = 0
  #since = ''

  constructor(world: World) {
    this.#world = world
    this.calls = new Calls(world)
  }

  async prepare(): Promise<void> {
    await this.calls.call(platforms.add, { body: { platformName: 'Faults' } })
    const platformId = (await this.calls.call(platforms.list)).list[0]?.id ?? 0
    const script = { scriptName: 'Greet', platformId, version: '1', content: '1' }
    this.#scriptId = (await this.calls.call(scripts.add, { body: script })).id
  }

  async start(): Promise<void> {
    this.#round += 1
    const body = {
      taskName: `Every two seconds ${this.#round}`,
      scriptId: this.#scriptId,
      execType: 1 as const,
      devices: ['A8', 'A9'],
      scheduleType: ScheduleType.cron,
      cronText: '0/2 * * * * ?',
      missedPolicy: MissedPolicy.all,
    }
    const { id } = await this.calls.call(tasks.add, { body })
    this.#taskId = id
    await this.calls.call(tasks.updateTaskStatus, { body: { id, status: 0 } })
    this.#since = ''
    await this.#untilSucceeded('2000-01-01')
  }

  async isBack(): Promise<boolean> {
    if (!this.#since) this.#since = await this.#now()
    return this.#succeeded(this.#since)
  }

  async check(): Promise<Verdict> {
    const id = this.#taskId as TaskId
    await this.calls.call(tasks.updateTaskStatusAndStopRemote, { body: { id } })
    const missed = await this.#world.services.sql<{ at: string }>(`
      with first as (select min(due_at) as at, max(due_at) as until from task_firings where task_id = ${id})
      select due.at::text from first, generate_series(first.at, first.until, interval '2 seconds') as due(at)
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

  async #now() {
    const [row] = await this.#world.services.sql<{ now: string }>('select now()::text as now')
    return row?.now ?? ''
  }

  /** On both phones, for a time later than this. */
  async #succeeded(since: string) {
    const [row] = await this.#world.services.sql<{ phones: number }>(`
      select count(distinct device_id)::int as phones from task_runs
      where task_id = ${this.#taskId} and state = 'succeeded' and due_at > '${since}'`)
    return row?.phones === 2
  }

  async #untilSucceeded(since: string) {
    while (!(await this.#succeeded(since))) await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
