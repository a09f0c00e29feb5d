import type { DeviceId, RunId } from '@fleetdeck/contract/ids'
import type { HttpHeartbeat } from '@fleetdeck/contract/phone-api'
import type { PhoneOrder } from '@fleetdeck/contract/phone-socket'
import type { Deps } from '../../../deps.ts'
import { authoredFiles } from '../../../domain/scripts/authors.queries.ts'
import { evidenceOrder } from '../../../domain/scripts/evidence-order.ts'
import { orderModules } from '../../../domain/scripts/modules/order-modules.ts'
import { hostsOfDevices } from '../../../domain/scripts/script-hosts.queries.ts'
import { listLostTries, stopUnkept } from '../../../domain/scripts/script-tries.queries.ts'
import { Batches } from '../../../platform/core/batches.ts'
import type { Db } from '../../../platform/db/db.ts'
import { readClock } from '../../../platform/scheduler/clock.queries.ts'
import type { HubEvents } from '../../../realtime/hub-events.ts'
import { findException, scriptsById, wasStopped } from '../definition/task-scripts.queries.ts'
import * as queries from './dispatch.queries.ts'
import * as ends from './run-ends.queries.ts'
import { type DispatchedRun, type PlanContext, planRuns, type RunPlan } from './run-planner.ts'
import { type Looks, neededBy, planWithLooks, warnLacking } from './script-needs.ts'
import type { TaskOrder } from './task-order.ts'

/** Maximum number of runs per check. */
const maxRuns = 1000

export type RunDeliveryDeps = Pick<Deps, 'db' | 'hub' | 'events' | 'parameters' | 'files' | 'log'>
type Control = 'pause' | 'continue' | 'stop'
/** overdue: runs that the phone was sent and does not echo. */
interface PlanAsk {
  deviceId: DeviceId
  overdue: RunId[]
}
type RunOrder = TaskOrder | Extract<PhoneOrder, { action: 'taskControl' }>
type Controlled = Pick<queries.OpenRun, 'stopRequested' | 'continueRequested' | 'taskPaused' | 'paused'>

/** What the phone of a run still has to follow. */
function orderFor({ stopRequested, continueRequested, taskPaused, paused }: Controlled): Control | undefined {
  if (stopRequested) return 'stop'
  if (taskPaused) return paused ? undefined : 'pause'
  return continueRequested && paused ? 'continue' : undefined
}

/** wasSent: the phone never confirmed that it has the run. */
type EndedRun = Omit<HubEvents['taskState'], 'deviceId'> & { wasSent: boolean }

/**
 * Delivers runs to phones: immediately if connected, else after reconnecting or with the next heartbeat over HTTP. One
 * run at a time per phone; at least once on the wire, once on the phone, by the run's id.
 */
export class RunDelivery {
  readonly #deps: RunDeliveryDeps
  /** Of phones whose heartbeats arrive over HTTP. */
  readonly #openRuns: Batches<DeviceId, queries.OpenRun[]>
  readonly #planning: Batches<PlanAsk, TaskOrder | undefined>

  constructor(deps: RunDeliveryDeps) {
    this.#deps = deps
    this.#openRuns = Batches.rowsOf(
      (deviceIds) => queries.listOpenRuns(deps.db, deviceIds),
      ({ deviceId }) => deviceId,
      maxRuns,
    )
    this.#planning = new Batches((asks) => this.#planTogether(asks), maxRuns)
  }

  /** Checks runs whose time has come; true when there may be more. */
  async work(now: Date): Promise<boolean> {
    const { woken, plan } = await this.#inTransaction((tx, looks) => this.#planWoken(tx, looks, now))
    const late = woken.filter(({ state }) => state === 'acknowledged' || state === 'running')
    if (late.length) await this.#endLate(late)
    if (plan) await this.#dispatch(await this.#applyPlan(plan))
    return woken.length === maxRuns
  }

  #inTransaction<T>(plan: (tx: Db, looks: Looks) => Promise<T>): Promise<T> {
    const { db, files } = this.#deps
    return planWithLooks(files, (looks) => db.transaction((tx) => plan(tx, looks)))
  }

  /** Claims runs whose time has come and plans them in the same transaction, so that each run is written once. */
  async #planWoken(tx: Db, looks: Looks, now: Date): Promise<{ woken: queries.WokenRun[]; plan?: RunPlan }> {
    const woken = await queries.claimWoken(tx, now, maxRuns)
    const waiting = woken.filter(({ state }) => state === 'queued' || state === 'sent')
    if (waiting.length === 0) return { woken }
    const deviceIds = [...new Set(waiting.map(({ deviceId }) => deviceId))]
    const runs = await queries.listOpenRuns(tx, deviceIds)
    const isOverdue = ({ state, wakeAt }: queries.OpenRun) =>
      state === 'sent' && wakeAt !== null && wakeAt <= now
    const overdue = new Set(runs.filter(isOverdue).map(({ id }) => id))
    // Queried after the runs were read: a phone that connects later wakes its runs again.
    const connected = await this.#deps.hub.connectedPhones(deviceIds)
    return { woken, plan: await this.#writePlan(tx, runs, { connected, overdue, looks }) }
  }

  /** Plans these runs and writes the plan, in the caller's transaction. */
  async #writePlan(
    tx: Db,
    runs: queries.OpenRun[],
    { looks, ...context }: Pick<PlanContext, 'connected' | 'overdue'> & { looks: Looks },
  ): Promise<RunPlan> {
    const scripts = await scriptsById(tx, [...new Set(runs.map(({ scriptId }) => scriptId))])
    const needs = neededBy(scripts, looks)
    const plan = planRuns(runs, { ...context, scripts, needs, now: await readClock(tx) })
    await queries.writePlan(tx, plan)
    return plan
  }

  /** The next orders for a phone without a socket, sent in the answer to its heartbeat. */
  async next(deviceId: DeviceId, heartbeat: HttpHeartbeat, report: ReportState): Promise<RunOrder[]> {
    const { hub } = this.#deps
    const open = await this.#openRuns.ask('', deviceId)
    if (open.length === 0) return []
    const held = new Set([heartbeat.runId, ...(heartbeat.heldIds ?? [])].map(String))
    const echoed = open.find(
      ({ runKey, taskId, state }) =>
        state !== 'queued' && (held.has(runKey) || String(taskId) === String(heartbeat.taskId ?? '')),
    )
    if (echoed) return this.#steer(echoed, heartbeat.paused, report)
    // A phone with a socket gets its runs there, never both ways.
    if ((await hub.connectedPhones([deviceId])).has(deviceId)) return []
    const over = await this.#findEnded(open, heartbeat.heldIds !== undefined)
    if (over) {
      const { wasSent, ...end } = over
      report({ deviceId, ...end })
      const isUnconfirmed = over.state === 'stopped' && wasSent
      return isUnconfirmed ? [{ action: 'taskControl', order: 'stop', runId: over.runKey }] : []
    }
    const overdue = open.filter(({ state }) => state === 'sent').map(({ id }) => id)
    const order = await this.#planning.ask('', { deviceId, overdue })
    return order ? [order] : []
  }

  /** Plans the runs of phones without a socket; each gets its next one. */
  async #planTogether(asks: PlanAsk[]): Promise<(TaskOrder | undefined)[]> {
    const deviceIds = asks.map(({ deviceId }) => deviceId)
    const connected = new Set(deviceIds)
    const overdue = new Set(asks.flatMap((ask) => ask.overdue))
    const plan = await this.#inTransaction(async (tx, looks) => {
      await queries.lockDevices(tx, deviceIds)
      return this.#writePlan(tx, await queries.listOpenRuns(tx, deviceIds), { connected, overdue, looks })
    })
    const dispatched = await this.#applyPlan(plan)
    const orders = new Map(dispatched.toReversed().map(({ run, order }) => [run.deviceId, order]))
    return deviceIds.map((id) => orders.get(id))
  }

  /**
   * Orders about the run that a phone without a socket echoes: they are repeated until the phone follows them.
   * @param isPaused as the phone reports it; a phone that does not is assumed to follow
   */
  #steer(run: queries.OpenRun, isPaused: boolean | undefined, report: ReportState): RunOrder[] {
    const { deviceId, runKey, taskPaused } = run
    const paused = isPaused ?? taskPaused
    const hasFollowed = run.continueRequested && !paused
    if (run.state !== 'running' || run.paused !== paused || hasFollowed)
      report({ deviceId, runKey, state: 'running', paused, msg: '' })
    const order = orderFor({ ...run, paused: isPaused ?? run.paused })
    return order ? [{ action: 'taskControl', order, runId: runKey }] : []
  }

  /** Repeats the orders about these runs that their phones have not followed. */
  async repeatControls(
    runs: Pick<queries.OpenRun, 'runKey' | 'deviceId' | keyof Controlled>[],
  ): Promise<void> {
    for (const [order, alike] of Map.groupBy(runs, orderFor)) if (order) await this.control(alike, order)
  }

  /** The same for these connected phones. */
  async repeatControlsOf(deviceIds: DeviceId[]): Promise<void> {
    const open = await queries.listOpenRuns(this.#deps.db, deviceIds)
    await this.repeatControls(open.filter(({ state }) => state !== 'queued'))
  }

  /**
   * The ended run of a phone without a socket: it was started and is no longer echoed, or its script threw.
   * @param listsWork whether the phone lists its work: what it lost is then not done. Without it, only a stop and the
   * errors of scripts are known.
   */
  async #findEnded(open: queries.OpenRun[], listsWork: boolean): Promise<EndedRun | undefined> {
    const { db } = this.#deps
    const run = open.find(({ state }) => state !== 'queued')
    if (!run) return undefined
    const thrown = await findException(db, run)
    const end = { runKey: run.runKey, paused: false, msg: '', wasSent: run.state === 'sent' }
    if (thrown !== undefined) return { ...end, state: 'failed', msg: thrown, cause: 'exception' }
    if (run.stopRequested || (await wasStopped(db, run))) return { ...end, state: 'stopped' }
    if (run.state === 'sent') return undefined
    return listsWork ? { ...end, state: 'failed', cause: 'interrupted' } : { ...end, state: 'succeeded' }
  }

  /** Notifies phones about their runs; returns how many were reached. */
  async control(runs: { runKey: string; deviceId: DeviceId }[], order: Control): Promise<number> {
    const notified = await Promise.all(
      runs.map(({ runKey, deviceId }) =>
        this.#deps.hub.sendToPhone(deviceId, { action: 'taskControl', order, runId: runKey }),
      ),
    )
    return notified.filter(Boolean).length
  }

  /** The same for whatever run they have. */
  async controlPhones(deviceIds: DeviceId[], order: Control): Promise<number> {
    const notified = await Promise.all(
      deviceIds.map((deviceId) => this.#deps.hub.sendToPhone(deviceId, { action: 'taskControl', order })),
    )
    return notified.filter(Boolean).length
  }

  /** Records the ends of runs as device events, and notifies consoles. */
  async recordEnds(ended: ends.Ended[]): Promise<void> {
    if (ended.length === 0) return
    const { events, hub } = this.#deps
    for (const { deviceId, taskName, state } of ended)
      if (deviceId !== null && taskName !== null)
        events.record({ deviceId, kind: 'task', details: { task: taskName, state } })
    for (const { taskId, runKey } of ended) if (taskId === null) await hub.tryEnded(runKey)
    await hub.tasksChanged()
  }

  async #dispatch(dispatched: DispatchedRun[]): Promise<void> {
    if (dispatched.length === 0) return
    const { hub, db } = this.#deps
    const reached = await Promise.all(
      dispatched.map(({ run, order }) => hub.sendToPhone(run.deviceId, order)),
    )
    const missed = dispatched.filter(({ run }, place) => !reached[place] && run.state === 'queued')
    await queries.requeueUnreached(
      db,
      missed.map(({ run }) => run.id),
    )
    await hub.tasksChanged()
  }

  /** Ends the runs that the plan ends; returns the orders to send. */
  async #applyPlan({ ended, sent, dispatched }: RunPlan): Promise<DispatchedRun[]> {
    await this.#writeEnds(ended)
    const written = new Set(sent.map(({ id }) => id))
    const { parameters, db } = this.#deps
    const timeZone = parameters.get('sys.timeZone')
    const evidence = evidenceOrder(parameters)
    const going = dispatched.filter(({ run }) => written.has(run.id))
    await warnLacking(db, going, parameters.get('alarm.language'))
    const deviceIds = going.map(({ run }) => run.deviceId)
    const hostsOf = await hostsOfDevices(db, parameters.get('script.httpHosts'), deviceIds)
    const hashed = await Promise.all(
      going.map(async ({ order, ...rest }) => {
        const limits = { ...order.limits, httpHosts: hostsOf(rest.run.deviceId), timeZone }
        // A file that is missing is refused by its phone, as it cannot be fetched either.
        const scriptSha256 = await this.#deps.files.sha256(rest.fileName).catch(() => '')
        return { ...rest, order: { ...order, ...evidence, limits, scriptSha256 } }
      }),
    )
    return this.#withAuthors(hashed)
  }

  /** Adds modules and what authors have signed; runs without an author, where the tenant requires one, end. */
  async #withAuthors(going: DispatchedRun[]): Promise<DispatchedRun[]> {
    const files = going.map(({ run, order }) => ({
      deviceId: run.deviceId,
      sha256: order.scriptSha256 ?? '',
    }))
    const authored = await authoredFiles(this.#deps.db, files)
    const modules = await orderModules(
      this.#deps,
      going.map(({ run: { deviceId }, imports }) => ({ deviceId, imports })),
    )
    const isRefused = (place: number) =>
      !modules[place] || (authored[place]?.isRequired && !authored[place]?.author)
    const refused = going.flatMap(({ run }, place) => (isRefused(place) ? [run.id] : []))
    if (refused.length) {
      const end = { state: 'failed', reason: 'noAuthor' } as const
      await this.recordEnds(await ends.endRuns(this.#deps.db, refused, end))
    }
    return going.flatMap((one, place) => {
      if (isRefused(place)) return []
      const { author } = authored[place] ?? {}
      const imported = modules[place]?.length ? { modules: modules[place] } : {}
      return [{ ...one, order: { ...one.order, ...(author && { author }), ...imported } }]
    })
  }

  async #writeEnds(ended: queries.DispatchPlan['ended']): Promise<void> {
    for (const alike of Map.groupBy(ended, ({ state, reason }) => `${state} ${reason}`).values()) {
      const ids = alike.map(({ id }) => id)
      const [first] = alike
      if (first) await this.recordEnds(await ends.endRuns(this.#deps.db, ids, first))
    }
  }

  /**
   * Stops tries that are not kept, once nobody looks at them or their time is over, and ends those whose phones were
   * lost. Stops are repeated until the end.
   */
  async endTries(): Promise<void> {
    const { db } = this.#deps
    await this.control(await stopUnkept(db), 'stop')
    const lost = Map.groupBy(await listLostTries(db), ({ isUnanswered }) => isUnanswered)
    for (const [isUnanswered, tries] of lost) {
      const reason = isUnanswered ? 'unanswered' : 'timeout'
      const ids = tries.map(({ id }) => id)
      await this.recordEnds(await ends.endRuns(db, ids, { state: 'failed', reason }))
    }
  }

  /** Ends runs whose time limit passed long ago without an end. */
  async #endLate(late: queries.WokenRun[]): Promise<void> {
    const ids = late.map(({ id }) => id)
    const runs = await queries.runsByIds(this.#deps.db, ids)
    await this.control(runs, 'stop')
    await this.recordEnds(await ends.endRuns(this.#deps.db, ids, { state: 'failed', reason: 'timeout' }))
  }
}

export type ReportState = (report: HubEvents['taskState']) => void
