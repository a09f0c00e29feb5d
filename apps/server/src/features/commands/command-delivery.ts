import { setImmediate } from 'node:timers/promises'
import { commandHours } from '@fleetdeck/contract/commands'
import type { CommandId, CommandRunId, DeviceId } from '@fleetdeck/contract/ids'
import type { HttpHeartbeat } from '@fleetdeck/contract/phone-api'
import type { PhoneOrder } from '@fleetdeck/contract/phone-socket'
import type { Deps } from '../../deps.ts'
import { publicOrigin } from '../../domain/devices/origin-for-phones.ts'
import { type Returned, ReturnedPhones } from '../../domain/devices/returned-phones.ts'
import { Batches } from '../../platform/core/batches.ts'
import { siteMs, siteNow } from '../../platform/core/site-clock.ts'
import { WorkQueue } from '../../platform/core/work-queue.ts'
import type { HubEvents } from '../../realtime/hub-events.ts'
import * as queries from './delivery.queries.ts'
import { toOrder } from './order-of-run.ts'

const reportMs = 200
const sweepMs = 10_000
/** After this time without an answer, the command is sent again. */
const overdueMs = 30_000
const maxTries = 5
const chunkRuns = 500

type CommandDeliveryDeps = Pick<Deps, 'db' | 'hub' | 'events' | 'parameters' | 'log'>
type Order = Extract<PhoneOrder, { action: 'command' }>

/**
 * Delivers commands to phones: immediately if connected, else after reconnecting, or with the next heartbeat over HTTP.
 * At least once on the wire, once on the phone, by the run's id.
 */
export class CommandDelivery {
  readonly #deps: CommandDeliveryDeps
  readonly #queue: WorkQueue
  readonly #timers: NodeJS.Timeout[]
  readonly #unfollow: (() => void)[]
  readonly #returnedPhones: ReturnedPhones
  /** Of phones whose heartbeats arrive over HTTP. */
  readonly #openRuns: Batches<DeviceId, queries.DueRun[]>
  readonly #marking: Batches<CommandRunId, undefined>
  #reports: queries.Report[] = []
  #isClosing = false

  constructor(deps: CommandDeliveryDeps) {
    this.#deps = deps
    this.#openRuns = Batches.rowsOf(
      (deviceIds) => queries.listOpenRuns(deps.db, deviceIds),
      ({ deviceId }) => deviceId,
      chunkRuns,
    )
    this.#marking = new Batches(async (runIds) => {
      await queries.markSent(deps.db, runIds)
      return runIds.map(() => undefined)
    }, chunkRuns)
    this.#queue = new WorkQueue(deps.log, 'could not deliver commands')
    const { hub } = deps
    this.#unfollow = [
      hub.on('commandState', (report) => this.#addReport(report)),
      hub.on('command', (given) => this.#recordSent(given)),
      hub.on('reconnected', () => this.#queue.add(() => this.#sendQueued(hub.phoneIds()))),
    ]
    this.#returnedPhones = new ReturnedPhones({
      hub,
      queue: this.#queue,
      reconcile: (returned) => this.#reconcile(returned),
    })
    this.#timers = [
      setInterval(() => this.#queue.add(() => this.#writeReports()), reportMs),
      setInterval(() => this.#queue.add(() => this.sweep()), sweepMs),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  /** Sends a new command to those of its phones that are connected; resolves when all have been tried. */
  async deliver(commandId: CommandId): Promise<void> {
    let afterId: CommandRunId | 0 = 0
    while (!this.#isClosing) {
      const runs = await queries.listQueued(this.#deps.db, commandId, afterId, chunkRuns)
      const last = runs.at(-1)
      if (!last) break
      afterId = last.id
      await this.#send(runs)
      // Yields to heartbeats and frames.
      await setImmediate()
    }
    await this.#deps.hub.commandsChanged()
  }

  /**
   * The next command for a phone without a socket, sent in the answer to its heartbeat. A command that the phone no
   * longer echoes has ended: unless the phone reports results, it was done.
   */
  async next(deviceId: DeviceId, heartbeat: HttpHeartbeat): Promise<Order | undefined> {
    const { hub } = this.#deps
    if (this.#reports.some((report) => report.deviceId === deviceId)) await this.flush()
    const [run, ...others] = await this.#openRuns.ask('', deviceId)
    if (!run) return undefined
    const echoed = new Set([heartbeat.cmdSubId, ...(heartbeat.heldIds ?? [])].map(String))
    const known = [run, ...others].find(({ cmdSubId }) => echoed.has(cmdSubId))
    if (known) {
      if (known.state !== 'running')
        this.#addReport({ deviceId, cmdSubId: known.cmdSubId, state: 'running', msg: '' })
      return undefined
    }
    // A phone with a socket gets its commands there, never both ways.
    if ((await hub.connectedPhones([deviceId])).has(deviceId)) return undefined
    if (run.state === 'acknowledged' || run.state === 'running') {
      if (heartbeat.heldIds) await this.#endLost([run])
      else this.#addReport({ deviceId, cmdSubId: run.cmdSubId, state: 'succeeded', msg: '' })
      return undefined
    }
    await this.#marking.ask('', run.id)
    return toOrder(run, publicOrigin(this.#deps.parameters))
  }

  /** A line of a phone's log about a command; it also proves that the phone has the command. */
  async addLine(line: { deviceId: DeviceId; cmdSubId: string; msg: string }): Promise<boolean> {
    const isKnown = await queries.insertLine(this.#deps.db, line)
    if (isKnown) this.#addReport({ ...line, state: 'running', msg: '' })
    return isKnown
  }

  /** Resends unanswered commands and ends expired ones. */
  async sweep(now = siteMs()): Promise<void> {
    const { db } = this.#deps
    const { late, unanswered } = await queries.lapsedRuns(db, maxTries)
    await this.#recordEnds([
      ...(await queries.endRuns(db, late, { state: 'expired', reason: 'tooLate' })),
      ...(await queries.endRuns(db, unanswered, { state: 'failed', reason: 'unanswered' })),
    ])
    await this.#send(await queries.claimOverdue(db, new Date(now - overdueMs), chunkRuns))
  }

  /** Writes what phones reported; tests wait for it. */
  flush(): Promise<void> {
    return this.#queue.run(() => this.#writeReports())
  }

  async close(): Promise<void> {
    this.#isClosing = true
    for (const unfollow of this.#unfollow) unfollow()
    for (const timer of this.#timers) clearInterval(timer)
    this.#returnedPhones.close()
    await this.flush()
  }

  #addReport({ deviceId, cmdSubId, state, msg }: HubEvents['commandState']): void {
    this.#reports.push({ deviceId, cmdSubId: String(cmdSubId), state, msg, at: siteNow() })
  }

  async #writeReports(): Promise<void> {
    const reports = this.#reports
    if (reports.length === 0) return
    this.#reports = []
    try {
      await this.#recordEnds(await queries.writeReports(this.#deps.db, reports))
    } catch (error) {
      this.#reports = [...reports, ...this.#reports]
      throw error
    }
    await this.#deps.hub.commandsChanged()
  }

  async #recordEnds(ended: queries.Ended[]): Promise<void> {
    for (const { deviceId, command, state } of ended)
      this.#deps.events.record({ deviceId, kind: 'command', details: { command, state } })
    if (ended.length) await this.#deps.hub.commandsChanged()
  }

  async #send(runs: queries.DueRun[]): Promise<void> {
    const { db, hub, parameters } = this.#deps
    const origin = publicOrigin(parameters)
    const at = siteNow()
    const reached = await Promise.all(
      runs.map(async (run) => ((await hub.sendToPhone(run.deviceId, toOrder(run, origin))) ? [run.id] : [])),
    )
    await queries.markSent(db, reached.flat(), at)
  }

  /** Commands of phones on this server that were given on others while those could not be reached. */
  async #sendQueued(deviceIds: DeviceId[]): Promise<void> {
    for (let at = 0; at < deviceIds.length; at += chunkRuns) {
      const open = await queries.listOpenRuns(this.#deps.db, deviceIds.slice(at, at + chunkRuns))
      await this.#send(open.filter(({ state }) => state === 'queued'))
    }
  }

  /** Synchronizes both sides: commands that the phone does not have are sent, or have ended. */
  async #reconcile(returned: Returned): Promise<void> {
    await this.#writeReports()
    const { db } = this.#deps
    const open = await queries.listOpenRuns(db, returned.deviceIds)
    const lost = open.filter((run) => returned.misses(run, run.cmdSubId))
    const isFresh = ({ state }: queries.DueRun) => state === 'queued' || state === 'sent'
    await this.#endLost(lost.filter((run) => !isFresh(run)))
    await this.#send(lost.filter(isFresh))
    if (lost.length) await this.#deps.hub.commandsChanged()
  }

  /** Ends commands that phones had begun and no longer have: after a restart that is the expected end. */
  async #endLost(begun: queries.DueRun[]): Promise<void> {
    const { db } = this.#deps
    const isRestart = ({ command }: queries.DueRun) => command === 'rebootEC' || command === 'rebootPhone'
    const idsOf = (runs: queries.DueRun[]) => runs.map(({ id }) => id)
    await this.#recordEnds([
      ...(await queries.endRuns(db, idsOf(begun.filter(isRestart)), { state: 'succeeded', reason: 'back' })),
      ...(await queries.endRuns(db, idsOf(begun.filter((run) => !isRestart(run))), {
        state: 'failed',
        reason: 'interrupted',
      })),
    ])
  }

  #recordSent({ caller, deviceId, command, cmdSubId }: HubEvents['command']): void {
    const { db, events } = this.#deps
    const details = { command, state: 'sent' }
    events.record({ deviceId, kind: 'command', userId: caller.userId, details })
    const expiresAt = new Date(siteMs() + commandHours.default * 3_600_000)
    const row = { command, content: '', fileName: null, userId: caller.userId, expiresAt }
    this.#queue.add(() => queries.insertSent(db, row, { deviceId, cmdSubId }))
  }
}
