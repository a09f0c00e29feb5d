import { setImmediate } from 'node:timers/promises'
import { hotStages } from '@fleetdeck/contract/hot-scripts'
import type { DeviceId, HotScriptId } from '@fleetdeck/contract/ids'
import type { Deps } from '../../deps.ts'
import { inBackground } from '../../platform/core/in-background.ts'
import * as queries from './hot-scripts.queries.ts'

const checkMs = 5000
const chunkPhones = 200

/** Notifies phones of new versions, and stops a failing rollout. */
export class HotRollout {
  readonly #deps: Pick<Deps, 'db' | 'hub' | 'log'>
  readonly #timer: NodeJS.Timeout
  readonly #unfollow: () => void
  #checking: Promise<void> = Promise.resolve()

  constructor(deps: Pick<Deps, 'db' | 'hub' | 'log'>) {
    this.#deps = deps
    this.#timer = setInterval(() => {
      this.#checking = this.#check().catch((error: unknown) =>
        deps.log.error({ err: error }, 'could not check rollouts'),
      )
    }, checkMs).unref()
    this.#unfollow = deps.hub.on('reconnected', () =>
      inBackground(deps.log, 'could not notify phones of hot updates', this.#ask(deps.hub.phoneIds())),
    )
  }

  /** Connected phones ask immediately; the others after reconnecting. */
  async notify(id: HotScriptId): Promise<void> {
    await this.#ask(await queries.listTargetDevices(this.#deps.db, id))
  }

  async #ask(ids: DeviceId[]): Promise<void> {
    for (let start = 0; start < ids.length; start += chunkPhones) {
      const chunk = ids.slice(start, start + chunkPhones)
      await Promise.all(
        chunk.map((deviceId) => this.#deps.hub.sendToPhone(deviceId, { action: 'hotScripts' })),
      )
      // Yields to heartbeats and frames.
      await setImmediate()
    }
  }

  async #check(): Promise<void> {
    await this.stopFailing()
    await this.advance()
  }

  /** Holds or rolls back versions that throw more often than allowed. */
  async stopFailing(): Promise<void> {
    for (const { id, whenOver, previous } of await queries.overLimit(this.#deps.db)) {
      const isRollback = whenOver === 1 && previous !== null
      await queries.updateHot(this.#deps.db, id, { state: isRollback ? 'rolledBack' : 'held' })
      await this.notify(id)
    }
  }

  /** Advances rollouts whose stage has lasted long enough without too many errors. */
  async advance(): Promise<void> {
    const { db } = this.#deps
    for (const hot of await queries.dueToAdvance(db)) {
      const percent = hotStages.find((stage) => stage > hot.percent) ?? 100
      const threshold = await queries.computeThreshold(db, hot.id, percent)
      if (await queries.advanceHot(db, hot, { percent, threshold })) await this.notify(hot.id)
    }
  }

  async close(): Promise<void> {
    this.#unfollow()
    clearInterval(this.#timer)
    await this.#checking
  }
}
