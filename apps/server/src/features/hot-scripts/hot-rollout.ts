import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type HotEvidence, type HotState, hotStages } from '@fleetdeck/contract/hot-scripts'
import type { DeviceId, HotScriptId } from '@fleetdeck/contract/ids'
import type { Deps } from '../../deps.ts'
import { inBackground } from '../../platform/core/in-background.ts'
import { JoinedWork } from '../../platform/core/joined-work.ts'
import { siteNow } from '../../platform/core/site-clock.ts'
import { weigh } from './hot-evidence.rules.ts'
import * as queries from './hot-scripts.queries.ts'

const checkMs = 2000
const chunkPhones = 200

/** Notifies phones of their versions, and lets each rollout follow the evidence of its runs. */
export class HotRollout {
  readonly #deps: Pick<Deps, 'db' | 'hub' | 'log'>
  readonly #unfollow: () => void
  readonly #checks: JoinedWork

  constructor(deps: Pick<Deps, 'db' | 'hub' | 'log'>) {
    this.#deps = deps
    this.#checks = new JoinedWork(
      () => this.#check(),
      (error) => deps.log.error({ err: error }, 'could not check rollouts'),
    ).repeat(checkMs)
    this.#unfollow = deps.hub.on('reconnected', () =>
      inBackground(
        deps.log,
        'could not notify phones of hot updates',
        this.notifyPhones(deps.hub.phoneIds()),
      ),
    )
  }

  /** Notifies the phones that it targets. */
  async notify(id: HotScriptId): Promise<void> {
    await this.notifyPhones(await queries.listTargetDevices(this.#deps.db, [id]))
  }

  /** Connected phones ask immediately, those over HTTP after their next heartbeat, the others after reconnecting. */
  async notifyPhones(ids: DeviceId[]): Promise<void> {
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
    const watched = await queries.listWatched(this.#deps.db)
    if (watched.length === 0) return
    const tallies = await queries.tallyRuns(this.#deps.db, watched)
    for (const hot of watched) await this.#judge(hot, tallies.get(hot.id) ?? queries.noRuns)
  }

  /** Writes what the runs say about a share, and does what follows from it. */
  async #judge(hot: Watched, tally: queries.RunTallies): Promise<void> {
    const { db } = this.#deps
    const evidence = weigh({ ...tally, sharePhones: hot.sharePhones }, hot)
    const next = hot.state === 'rolling' ? nextStep(hot, evidence) : undefined
    if (next) await this.#take(hot, next, evidence)
    else if (!isDeepStrictEqual(evidence, hot.evidence)) await queries.updateHot(db, hot.id, { evidence })
  }

  async #take(hot: Watched, next: NextStep, evidence: HotEvidence): Promise<void> {
    const isTaken = await this.#deps.db.transaction(async (tx) => {
      if (!(await queries.lockShare(tx, hot))) return false
      if ('percent' in next) await queries.beginShare(tx, hot.id, { ...next, isFirst: false })
      else await queries.updateHot(tx, hot.id, { ...next, evidence, stoppedAt: stopTime(next) })
      return true
    })
    if (isTaken) await this.notify(hot.id)
  }

  async close(): Promise<void> {
    this.#unfollow()
    await this.#checks.close()
  }
}

type NextStep = { state: 'withdrawn' | 'held' | 'finished' } | { percent: number }
type Watched = Awaited<ReturnType<typeof queries.listWatched>>[number]

/** A stopped rollout raises an alarm until an operator decides. */
const stopTime = ({ state }: { state: HotState }) => (state === 'finished' ? null : siteNow())

/** Undefined: the rollout stays as it is. */
function nextStep(
  { whenOver, percent, isStageOver, isEverywhere }: Watched,
  { verdict }: HotEvidence,
): NextStep | undefined {
  if (verdict === 'worse') return { state: whenOver === 1 ? 'withdrawn' : 'held' }
  if (verdict !== 'asGood') return undefined
  if (percent < 100) {
    return isStageOver ? { percent: hotStages.find((stage) => stage > percent) ?? 100 } : undefined
  }
  return isEverywhere ? { state: 'finished' } : undefined
}
