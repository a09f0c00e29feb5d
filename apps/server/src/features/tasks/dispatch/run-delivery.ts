import type { DeviceId } from '@fleetdeck/contract/ids'
import type { Heartbeat } from '@fleetdeck/contract/phone-socket'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { HubEvents } from '../../../realtime/hub-events.ts'
import { exceptionOf, scriptsById } from '../definition/task-scripts.queries.ts'
import * as queries from './dispatch.queries.ts'
import * as ends from './run-ends.queries.ts'
import { type DispatchedRun, type PlanContext, planRuns, type RunPlan } from './run-planner.ts'
import type { TaskOrder } from './task-order.ts'

/** How many runs one look takes on. */
const lookRuns = 500

export type RunDeliveryDeps = Pick<Deps, 'db' | 'hub' | 'events' | 'parameters' | 'log'>
type Control = 'pause' | 'continue' | 'stop'

/**
 * Delivers runs to phones: immediately if connected, else after reconnecting or with the next heartbeat over HTTP. One
 * run at a time per phone; at least once on the wire, once on the phone, by the run's id.
 */
export class RunDelivery {
  readonly #deps: RunDeliveryDeps

  constructor(deps: RunDeliveryDeps) {
    this.#deps = deps
  }

  /** Looks at runs whose moment has come; true when there may be more of them. */
  async work(now: Date): Promise<boolean> {
    const { woken, plan } = await this.#deps.db.transaction((tx) => this.#planWoken(tx, now))
    const late = woken.filter(({ state }) => state === 'acknowledged' || state === 'running')
    if (late.length) await this.#giveUp(late)
    if (plan) await this.#dispatch(await this.#carryOut(plan))
    return woken.length === lookRuns
  }

  /** Claims runs whose moment has come and decides over them in one transaction: a run is written once, not twice. */
  async #planWoken(tx: Db, now: Date): Promise<{ woken: queries.WokenRun[]; plan?: RunPlan }> {
    const woken = await queries.claimWoken(tx, now, lookRuns)
    const waiting = woken.filter(({ state }) => state === 'queued' || state === 'sent')
    if (waiting.length === 0) return { woken }
    const deviceIds = [...new Set(waiting.map(({ deviceId }) => deviceId))]
    const runs = await queries.openRunsOf(tx, deviceIds)
    const isOverdue = ({ state, wakeAt }: queries.OpenRun) =>
      state === 'sent' && wakeAt !== null && wakeAt <= now
    const overdue = new Set(runs.filter(isOverdue).map(({ id }) => id))
    // Asked after the runs were read: a phone that comes later than that wakes its runs again.
    const connected = await this.#deps.hub.connectedPhones(deviceIds)
    return { woken, plan: await this.#writePlan(tx, runs, { connected, overdue }) }
  }

  /** Plans these runs and writes the plan, in the caller's transaction. */
  async #writePlan(
    tx: Db,
    runs: queries.OpenRun[],
    context: Pick<PlanContext, 'connected' | 'overdue'>,
  ): Promise<RunPlan> {
    const scripts = await scriptsById(tx, [...new Set(runs.map(({ scriptId }) => scriptId))])
    const plan = planRuns(runs, { ...context, scripts, now: new Date() })
    await queries.writePlan(tx, plan)
    return plan
  }

  /** The next order for a phone without a socket, sent in the answer to its heartbeat. */
  async next(deviceId: DeviceId, heartbeat: Heartbeat, hear: HearState): Promise<TaskOrder | undefined> {
    const { db, hub } = this.#deps
    const open = await queries.openRunsOf(db, [deviceId])
    if (open.length === 0) return undefined
    const echoed = open.find(
      ({ runKey, taskId, state }) =>
        state !== 'queued' &&
        (runKey === heartbeat.runId || String(taskId) === String(heartbeat.taskId ?? '')),
    )
    if (echoed) {
      hear({ deviceId, runKey: echoed.runKey, state: 'running', paused: false, msg: '' })
      return undefined
    }
    // A phone with a socket is served there, and never both ways.
    if ((await hub.connectedPhones([deviceId])).has(deviceId)) return undefined
    const over = await this.#overOf(open)
    if (over) {
      hear({ deviceId, ...over })
      return undefined
    }
    const overdue = new Set(open.filter(({ state }) => state === 'sent').map(({ id }) => id))
    const connected = new Set([deviceId])
    const plan = await db.transaction(async (tx) => {
      await queries.lockDevices(tx, [deviceId])
      return this.#writePlan(tx, await queries.openRunsOf(tx, [deviceId]), { connected, overdue })
    })
    return (await this.#carryOut(plan))[0]?.order
  }

  /**
   * The run of a phone without a socket that is over: it was begun and is not echoed any more, or its script threw. Such
   * a phone cannot say how it went; what it reported of the script's exceptions does.
   */
  async #overOf(open: queries.OpenRun[]): Promise<Omit<HubEvents['taskState'], 'deviceId'> | undefined> {
    const run = open.find(({ state }) => state !== 'queued')
    if (!run) return undefined
    const thrown = await exceptionOf(this.#deps.db, run)
    const end = { runKey: run.runKey, paused: false }
    if (thrown !== undefined) return { ...end, state: 'failed', msg: thrown, cause: 'exception' }
    return run.state === 'sent' ? undefined : { ...end, state: 'succeeded', msg: '' }
  }

  /** Notifies phones about their runs; returns how many were reached. */
  async control(runs: { runKey: string; deviceId: DeviceId }[], order: Control): Promise<number> {
    const told = await Promise.all(
      runs.map(({ runKey, deviceId }) =>
        this.#deps.hub.sendToPhone(deviceId, { action: 'taskControl', order, runId: runKey }),
      ),
    )
    return told.filter(Boolean).length
  }

  /** The same about whatever they run. */
  async controlPhones(deviceIds: DeviceId[], order: Control): Promise<number> {
    const told = await Promise.all(
      deviceIds.map((deviceId) => this.#deps.hub.sendToPhone(deviceId, { action: 'taskControl', order })),
    )
    return told.filter(Boolean).length
  }

  /** Notes the ends of runs where operators look for them. */
  async tellEnds(ended: ends.Ended[]): Promise<void> {
    if (ended.length === 0) return
    for (const { deviceId, taskName, state } of ended)
      if (deviceId !== null)
        this.#deps.events.record({ deviceId, kind: 'task', details: { task: taskName, state } })
    await this.#deps.hub.tasksChanged()
  }

  async #dispatch(dispatched: DispatchedRun[]): Promise<void> {
    if (dispatched.length === 0) return
    const { hub, db } = this.#deps
    const reached = await Promise.all(
      dispatched.map(({ run, order }) => hub.sendToPhone(run.deviceId, order)),
    )
    const missed = dispatched.filter(({ run }, place) => !reached[place] && run.state === 'queued')
    await queries.takeBackUnreached(
      db,
      missed.map(({ run }) => run.id),
    )
    await hub.tasksChanged()
  }

  /** Ends what the plan ends, and answers what goes to phones. */
  async #carryOut({ ended, sent, dispatched }: RunPlan): Promise<DispatchedRun[]> {
    await this.#writeEnds(ended)
    const written = new Set(sent.map(({ id }) => id))
    const httpHosts = this.#deps.parameters.get('script.httpHosts')
    const going = dispatched.filter(({ run }) => written.has(run.id))
    return going.map(({ run, order }) => ({
      run,
      order: { ...order, limits: { ...order.limits, httpHosts } },
    }))
  }

  async #writeEnds(ended: queries.DispatchPlan['ended']): Promise<void> {
    for (const alike of Map.groupBy(ended, ({ state, reason }) => `${state} ${reason}`).values()) {
      const ids = alike.map(({ id }) => id)
      const [first] = alike
      if (first) await this.tellEnds(await ends.endRuns(this.#deps.db, ids, first))
    }
  }

  /** Their time was over long ago, and they have not stopped. */
  async #giveUp(late: queries.WokenRun[]): Promise<void> {
    const ids = late.map(({ id }) => id)
    const runs = await queries.runsByIds(this.#deps.db, ids)
    await this.control(runs, 'stop')
    await this.tellEnds(await ends.endRuns(this.#deps.db, ids, { state: 'failed', reason: 'timeout' }))
  }
}

export type HearState = (report: HubEvents['taskState']) => void
