import type { MessageKind } from '@fleetdeck/contract/alarms'
import { isLanguage } from '@fleetdeck/i18n/languages'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import * as gather from './gather.queries.ts'
import { messageText } from './message-text.ts'
import { type Ended, endAlarms, type Opened, openAlarms, tookWatch } from './monitor.queries.ts'
import { dueMessages } from './pace.ts'

const lookMs = 2000
const chunkRows = 2000
/** With more owners than this, every console reloads. */
const maxNamed = 500

type AlarmMonitorDeps = Pick<Deps, 'db' | 'hub' | 'events' | 'parameters' | 'log'>

/**
 * Opens alarms for devices with problems, ends them when the problem is over, and queues messages about both. It checks
 * the newest values of all phones in a few statements for the whole fleet. Only one server does so at a time.
 */
export class AlarmMonitor {
  readonly #deps: AlarmMonitorDeps
  readonly #timer: NodeJS.Timeout
  #looking: Promise<void> | undefined

  constructor(deps: AlarmMonitorDeps) {
    this.#deps = deps
    this.#timer = setInterval(() => void this.look(), lookMs)
    this.#timer.unref()
  }

  /** Checks once; joins a check in progress. */
  look(): Promise<void> {
    this.#looking ??= this.#look()
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'alarms'))
      .finally(() => {
        this.#looking = undefined
      })
    return this.#looking
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
  }

  async #look(): Promise<void> {
    while (await this.#turn());
    await this.#deps.db.transaction(async (tx) => {
      if (await tookWatch(tx)) await this.#write(tx)
    })
  }

  /** Ends and opens a chunk of alarms; returns whether there may be more. Heartbeats are written between two chunks. */
  async #turn(): Promise<boolean> {
    const { db, parameters } = this.#deps
    const settleSeconds = parameters.get('alarm.settleSeconds')
    const found = await db.transaction(async (tx) => {
      if (!(await tookWatch(tx))) return undefined
      const { ended, changed } = await endAlarms(tx, settleSeconds, chunkRows)
      const opened = await openAlarms(tx, chunkRows)
      return { ended, opened, isMore: changed === chunkRows || opened.length === chunkRows }
    })
    if (!found) return false
    await this.#tell(found)
    return found.isMore
  }

  async #tell({ ended, opened }: { ended: Ended[]; opened: Opened[] }): Promise<void> {
    const { events, hub } = this.#deps
    for (const { deviceId, kind } of ended)
      events.record({ deviceId, kind: 'alarm', details: { alarm: kind, alarmState: 'resolved' } })
    for (const { deviceId, kind } of opened)
      events.record({ deviceId, kind: 'alarm', details: { alarm: kind, alarmState: 'open' } })
    const tenantIds = [...new Set([...ended, ...opened].map(({ userId }) => userId))]
    if (tenantIds.length) await hub.alarmsChanged(tenantIds.length > maxNamed ? {} : { tenantIds })
  }

  async #write(tx: Db): Promise<void> {
    const groupSeconds = this.#deps.parameters.get('alarm.groupSeconds')
    for (const waiting of await gather.waitingUsers(tx)) {
      const { kinds, paceSeconds } = dueMessages(waiting, groupSeconds, Date.now())
      let isTold = false
      for (const kind of kinds) isTold = (await this.#writeOne(tx, waiting, kind)) || isTold
      if (isTold) await gather.notePace(tx, waiting.userId, paceSeconds)
    }
  }

  async #writeOne(tx: Db, { userId, language }: gather.Waiting, kind: Exclude<MessageKind, 'test'>) {
    const { parameters } = this.#deps
    const rows = await gather.alarmsToTell(tx, userId, kind)
    if (rows.length === 0) return false
    const wording = {
      language: isLanguage(language) ? language : parameters.get('alarm.language'),
      timeZone: parameters.get('sys.timeZone'),
    }
    const text = messageText(kind, rows, wording)
    await gather.insertMessage(
      tx,
      { userId, kind, text },
      rows.map(({ id }) => id),
    )
    return true
  }
}
