import type { Deps } from '../../deps.ts'
import { listLost, listUnseen, removeTry } from '../../domain/scripts/script-tries.queries.ts'
import { inBackground } from '../../platform/core/in-background.ts'

const checkMs = 5000
/** Distinguishes trial runs from those of tasks. */
export const triedPrefix = 'try-'

/** Ends trial runs: those whose phones report it, and those that nobody looks at. */
export class TryWatch {
  readonly #deps: Pick<Deps, 'db' | 'hub' | 'log'>
  readonly #timer: NodeJS.Timeout
  readonly #unfollow: () => void

  constructor(deps: Pick<Deps, 'db' | 'hub' | 'log'>) {
    this.#deps = deps
    this.#unfollow = deps.hub.on('taskState', ({ runKey, state }) => {
      const goesOn = state === 'acknowledged' || state === 'running'
      if (runKey.startsWith(triedPrefix) && !goesOn) this.#guard(this.end(runKey))
    })
    this.#timer = setInterval(() => this.#guard(this.#check()), checkMs)
    this.#timer.unref()
  }

  async end(runKey: string): Promise<void> {
    const { db, hub } = this.#deps
    await removeTry(db, runKey)
    await hub.tryEnded(runKey)
    await hub.tasksChanged()
  }

  close(): void {
    this.#unfollow()
    clearInterval(this.#timer)
  }

  /** Stops are repeated until the phone reports the end: it may be offline. */
  async #check(): Promise<void> {
    const { db, hub } = this.#deps
    for (const { runKey } of await listLost(db)) await this.end(runKey)
    for (const { runKey, deviceId } of await listUnseen(db))
      await hub.sendToPhone(deviceId, { action: 'taskControl', order: 'stop', runId: runKey })
  }

  #guard(work: Promise<unknown>): void {
    inBackground(this.#deps.log, 'could not end trial runs', work)
  }
}
