import { IncidentId } from '@fleetdeck/contract/ids'
import type { Incident } from '@fleetdeck/contract/incidents'
import type { Deps } from '../../deps.ts'
import { JoinedWork } from '../../platform/core/joined-work.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import { IncidentMemory, settleMs } from './incident-memory.ts'
import * as queries from './incidents.queries.ts'
import { judgeInstallation } from './judge-installation.ts'
import { judgeServer, severityOf } from './judge-server.ts'
import type { ServerProbe } from './server-probe.ts'

const checkMs = 5000
/** After the database was away, other servers report first that they are there, and their present problems. */
const graceMs = 20_000

interface Parts extends Pick<Deps, 'db' | 'hub' | 'license' | 'log' | 'parameters' | 'serverName'> {
  probe: Pick<ServerProbe, 'read'>
  /** Sends news of incidents to the bots; in the transaction that found them. */
  announce(tx: Deps['db'], news: Awaited<ReturnType<typeof queries.takeUnsent>>): Promise<void>
}

/**
 * Watches the installation itself. Every server judges its own state; one at a time, by an advisory lock, judges what
 * they share, and ends incidents that nobody has confirmed for a while.
 */
export class IncidentWatch {
  readonly #parts: Parts
  readonly #memory = new IncidentMemory()
  readonly #checks: JoinedWork
  #checkedAt: number | undefined
  #failedAt = Number.NEGATIVE_INFINITY

  constructor(parts: Parts) {
    this.#parts = parts
    this.#checks = new JoinedWork(
      () => this.#check(),
      (error) => this.#failed(error),
    ).repeat(checkMs)
  }

  /** How long ago this server checked last; null before its first check. */
  get checkedSeconds(): number | null {
    return this.#checkedAt === undefined ? null : Math.round((performance.now() - this.#checkedAt) / 1000)
  }

  /** Checks once; joins a check in progress. Never rejects. */
  check(): Promise<void> {
    return this.#checks.run()
  }

  /** The open incidents of this server, critical ones first, without those of the others. */
  known(): Incident[] {
    const toTime = (at: number) => new Date(siteMs() - (performance.now() - at)).toISOString()
    const rows = this.#memory.open().map((each, index) => ({
      id: IncidentId.parse(-1 - index),
      kind: each.kind,
      subject: each.subject,
      severity: severityOf(each),
      values: each.values,
      openedAt: toTime(each.since),
      lastSeenAt: toTime(each.seen),
      endedAt: null,
      acknowledgedAt: null,
      acknowledgedBy: null,
    }))
    return rows.sort((a, b) => a.severity.localeCompare(b.severity))
  }

  close(): Promise<void> {
    return this.#checks.close()
  }

  async #check(): Promise<void> {
    const { hub, probe, serverName } = this.#parts
    const facts = await probe.read()
    const now = performance.now()
    let hasChanged = this.#memory.note(judgeServer(serverName, facts), now)
    this.#checkedAt = now
    if (facts.database.away) this.#failedAt = now
    else hasChanged = (await this.#write(now)) || hasChanged
    if (hasChanged) await hub.incidentsChanged()
  }

  /** Returns whether incidents were opened or ended. */
  async #write(now: number): Promise<boolean> {
    const { db, license } = this.#parts
    const unwritten = this.#memory.unwritten()
    const licensed = await license.state()
    const hasChanged = await db.transaction(async (tx) => {
      const isChanged = await queries.saveOwn(tx, unwritten, now)
      return (await queries.acquireLock(tx))
        ? (await this.#judgeShared(tx, licensed)) || isChanged
        : isChanged
    })
    this.#memory.written(unwritten)
    return hasChanged
  }

  async #judgeShared(
    tx: Deps['db'],
    licensed: Awaited<ReturnType<Deps['license']['state']>>,
  ): Promise<boolean> {
    const isCopied = this.#parts.parameters.get('sys.backup.place') !== 'none'
    const findings = await judgeInstallation(tx, { license: licensed, isCopied })
    const isSettled = performance.now() - this.#failedAt > graceMs
    const hasOpened = await queries.confirm(
      tx,
      isSettled ? findings : findings.filter(({ kind }) => kind !== 'serverSilent'),
    )
    const hasEnded = isSettled && (await queries.endUnconfirmed(tx, settleMs / 1000))
    await this.#parts.announce(tx, await queries.takeUnsent(tx))
    return hasOpened || hasEnded
  }

  #failed(error: unknown): void {
    this.#failedAt = performance.now()
    this.#parts.log.error({ err: error }, 'could not check for incidents')
  }
}
