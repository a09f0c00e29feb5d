import type { MessageKind } from '@fleetdeck/contract/alarms'
import type { UserId } from '@fleetdeck/contract/ids'
import type { Deps } from '../../deps.ts'
import { JoinedWork } from '../../platform/core/joined-work.ts'
import type { Db } from '../../platform/db/db.ts'
import { readClock } from '../../platform/scheduler/clock.queries.ts'
import { messageLanguage } from './message-language.ts'
import { messageText } from './message-text.ts'
import {
  acquireLock,
  type Ended,
  endAlarms,
  joinWholeTables,
  type Opened,
  openAlarms,
} from './monitor.queries.ts'
import { dueMessages } from './pace.ts'
import * as pending from './pending-alarms.queries.ts'
import { queueQuestionMessages } from './queue-question-messages.ts'
import { endScriptAlarms, openScriptAlarms } from './script-alarms.queries.ts'
import { watchDeadPhones } from './watch-dead-phones.ts'
import { watchIncidents } from './watch-incidents.ts'

const checkMs = 2000
const chunkRows = 2000
/** With more owners than this, every console reloads. */
const maxNamed = 500

interface Found {
  ended: Ended[]
  opened: Opened[]
  /** Of hot updates and Git repositories. */
  others: { userId: UserId }[]
}

type AlarmMonitorDeps = Pick<Deps, 'db' | 'hub' | 'events' | 'parameters' | 'log'>

/**
 * Opens alarms for devices, hot updates and Git repositories with problems, ends them when the problem is over, groups
 * those of many devices into incidents, and queues messages about all of them. It checks the newest values of all phones
 * in a few statements for the whole fleet. Only one server does so at a time.
 */
export class AlarmMonitor {
  readonly #deps: AlarmMonitorDeps
  readonly #checks: JoinedWork

  constructor(deps: AlarmMonitorDeps) {
    this.#deps = deps
    this.#checks = new JoinedWork(
      () => this.#check(),
      (error) => deps.log.error({ err: error }, 'could not check for alarms'),
    ).repeat(checkMs)
  }

  /** Checks once; joins a check in progress. */
  check(): Promise<void> {
    return this.#checks.run()
  }

  close(): Promise<void> {
    return this.#checks.close()
  }

  async #check(): Promise<void> {
    while (await this.#checkChunk());
    const changed = await this.#deps.db.transaction(async (tx) => {
      if (!(await acquireLock(tx))) return []
      const tenantIds = [...(await watchIncidents(tx)), ...(await watchDeadPhones(tx, this.#deps.parameters))]
      await this.#queueMessages(tx)
      await queueQuestionMessages(tx, this.#deps.parameters)
      return tenantIds
    })
    if (changed.length) await this.#deps.hub.alarmsChanged({})
  }

  /** Ends and opens a chunk of alarms; returns whether there may be more. Heartbeats are written between two chunks. */
  async #checkChunk(): Promise<boolean> {
    const { db, parameters } = this.#deps
    const settleSeconds = parameters.get('alarm.settleSeconds')
    const found = await db.transaction(async (tx) => {
      if (!(await acquireLock(tx))) return undefined
      await joinWholeTables(tx)
      const { ended, changed } = await endAlarms(tx, settleSeconds, chunkRows)
      const opened = await openAlarms(tx, chunkRows)
      const scripts = await endScriptAlarms(tx, settleSeconds, chunkRows)
      const stopped = await openScriptAlarms(tx, chunkRows)
      const isMore = [changed, opened.length, scripts.changed, stopped.length].includes(chunkRows)
      return { ended, opened, others: [...scripts.ended, ...stopped], isMore }
    })
    if (!found) return false
    await this.#publish(found)
    return found.isMore
  }

  async #publish({ ended, opened, others }: Found): Promise<void> {
    const { events, hub } = this.#deps
    for (const { deviceId, kind } of ended)
      events.record({ deviceId, kind: 'alarm', details: { alarm: kind, alarmState: 'resolved' } })
    for (const { deviceId, kind } of opened)
      events.record({ deviceId, kind: 'alarm', details: { alarm: kind, alarmState: 'open' } })
    const tenantIds = [...new Set([...ended, ...opened, ...others].map(({ userId }) => userId))]
    if (tenantIds.length) await hub.alarmsChanged(tenantIds.length > maxNamed ? {} : { tenantIds })
  }

  async #queueMessages(tx: Db): Promise<void> {
    const groupSeconds = this.#deps.parameters.get('alarm.groupSeconds')
    const now = (await readClock(tx)).getTime()
    for (const waiting of await pending.waitingUsers(tx)) {
      const { kinds, paceSeconds } = dueMessages(waiting, groupSeconds, now)
      let isQueued = false
      for (const kind of kinds) isQueued = (await this.#queueMessage(tx, waiting, kind)) || isQueued
      if (isQueued) await pending.notePace(tx, waiting.userId, paceSeconds)
    }
  }

  async #queueMessage(tx: Db, { userId, language }: pending.Waiting, kind: Exclude<MessageKind, 'test'>) {
    const { parameters } = this.#deps
    const rows = await pending.listPendingAlarms(tx, userId, kind)
    if (rows.length === 0) return false
    const wording = {
      language: messageLanguage(parameters, language),
      timeZone: parameters.get('sys.timeZone'),
    }
    const text = messageText(kind, rows, wording)
    await pending.insertMessage(
      tx,
      { userId, kind, text },
      rows.map(({ id }) => id),
    )
    return true
  }
}
