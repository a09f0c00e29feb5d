import type { ScreenVisitId } from '@fleetdeck/contract/ids'
import type { Deps } from '../../deps.ts'
import { type EndedVisit, endDead, endVisits } from '../../domain/screen-links/screen-links.queries.ts'
import { JoinedWork } from '../../platform/core/joined-work.ts'
import { confirmVisits, type VisitCounts } from './screen-links.queries.ts'

const checkMs = 2000

/** Notes the end of visits on the pages of their devices. */
export function noteEnds(events: Deps['events'], ended: readonly EndedVisit[]): void {
  for (const { deviceId, guestName } of ended)
    if (deviceId !== null)
      events.record({ deviceId, kind: 'guest', details: { action: 'guestLeft', guest: guestName } })
}

/**
 * Confirms the visits of this server's pages, and ends links and visits that are over. Every server does so: each step
 * may be repeated.
 */
export class VisitLog {
  readonly #deps: Pick<Deps, 'db' | 'hub' | 'events' | 'log'>
  readonly #checks: JoinedWork
  readonly #unfollow: () => void
  #counted = new Map<ScreenVisitId, VisitCounts>()

  constructor(deps: Pick<Deps, 'db' | 'hub' | 'events' | 'log'>) {
    this.#deps = deps
    this.#unfollow = deps.hub.on('guestInput', ({ visitId, kind }) => {
      this.#countsOf(visitId)[kind] += 1
    })
    this.#checks = new JoinedWork(
      () => this.#check(),
      (error) => deps.log.error({ err: error }, 'could not check the visits of guests'),
    ).repeat(checkMs)
  }

  /** Checks once; joins a check in progress. */
  check(): Promise<void> {
    return this.#checks.run()
  }

  async close(): Promise<void> {
    await this.#checks.close()
    this.#unfollow()
    await this.check()
  }

  async #check(): Promise<void> {
    const { db, hub, events } = this.#deps
    await this.#confirm()
    const dead = await endDead(db)
    const ended = await endVisits(db)
    noteEnds(events, ended)
    const changed = new Set([...dead, ...ended.flatMap(({ deviceId }) => deviceId ?? [])])
    if (changed.size > 0) await hub.screenLinksChanged([...changed])
  }

  async #confirm(): Promise<void> {
    for (const id of this.#deps.hub.visitIds()) this.#countsOf(id)
    const counted = this.#counted
    this.#counted = new Map()
    try {
      await confirmVisits(this.#deps.db, counted)
    } catch (error) {
      for (const [id, counts] of counted) {
        const since = this.#countsOf(id)
        for (const kind of ['touches', 'keys', 'texts'] as const) since[kind] += counts[kind]
      }
      throw error
    }
  }

  #countsOf(id: ScreenVisitId): VisitCounts {
    const counts = this.#counted.get(id) ?? { touches: 0, keys: 0, texts: 0 }
    this.#counted.set(id, counts)
    return counts
  }
}
