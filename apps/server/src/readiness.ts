import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { type AwayReason, awayReason } from './platform/core/database-away.ts'
import { migrationDates, newestNeeded } from './platform/db/known-migrations.ts'
import { hasContractAfter } from './platform/db/migrate.ts'
import type { OpenDb } from './platform/db/open-db.ts'
import type { Bus } from './realtime/bus/bus.ts'

interface Problem {
  check: 'server' | 'database' | 'redis' | 'folder'
  problem: string
}

interface ReadinessDeps {
  open: OpenDb
  bus: Bus
  dataDir: string
  /** It was taken out of service. */
  isDraining(): boolean
}

/** Answers to many questions within this time are one answer; ms. */
const keptMs = 1000
const withinMs = 2000

const awayTexts: Record<AwayReason, string> = {
  silent: 'does not answer',
  busy: 'is busy',
  readOnly: 'is read-only',
  full: 'has no space left',
}

/** Whether this server can do all that a load balancer would send it, and if not, why. */
export class Readiness {
  isStopping = false
  readonly #deps: ReadinessDeps
  readonly #folder: Promise<string>
  readonly #newestNeeded = newestNeeded()
  readonly #newestKnown = Math.max(...migrationDates())
  #asked: { at: number; problems: Promise<Problem[]> } | undefined

  constructor(deps: ReadinessDeps) {
    this.#deps = deps
    this.#folder = identify(deps.dataDir).catch(() => '')
  }

  /** Load balancers are told to use other servers. */
  get sendsAway(): boolean {
    return this.#whyLeft() !== undefined
  }

  #whyLeft(): string | undefined {
    if (this.isStopping) return 'is stopping'
    return this.#deps.isDraining() ? 'is draining' : undefined
  }

  /** Never rejects; an empty list means ready. */
  async problems(): Promise<Problem[]> {
    const now = performance.now()
    if (!this.#asked || now - this.#asked.at > keptMs) this.#asked = { at: now, problems: this.#ask() }
    const found = await this.#asked.problems
    const left = this.#whyLeft()
    return left ? [{ check: 'server', problem: left }, ...found] : found
  }

  async #ask(): Promise<Problem[]> {
    const found = await Promise.all([
      within(this.#database()).then((problem) => ({ check: 'database' as const, problem })),
      within(this.#dataFolder()).then((problem) => ({ check: 'folder' as const, problem })),
    ])
    const redis = this.#deps.bus.isConnected ? undefined : 'is not heard, or does not hear this server'
    return [...found, { check: 'redis' as const, problem: redis }].flatMap(({ check, problem }) =>
      problem === undefined ? [] : [{ check, problem }],
    )
  }

  async #database(): Promise<string | undefined> {
    const { open } = this.#deps
    const { away, isWritable } = open.state()
    if (away) return awayTexts[away]
    if (!isWritable) return awayTexts.readOnly
    try {
      // Writes to the log of the database, and to no table.
      const { rows } = await open.db.execute<{ newest: string | null }>(
        sql`select max(created_at)::text as newest, pg_logical_emit_message(true, 'fleetdeck', '') from drizzle.__drizzle_migrations`,
      )
      const newest = Number(rows[0]?.newest ?? 0)
      if (newest < this.#newestNeeded) return 'lacks migrations of this version'
      if (newest > this.#newestKnown && (await hasContractAfter(open.pool, this.#newestKnown)))
        return 'belongs to a newer version'
    } catch (error) {
      return awayTexts[awayReason(error) ?? 'silent']
    }
    return undefined
  }

  async #dataFolder(): Promise<string | undefined> {
    const { dataDir } = this.#deps
    const now = await identify(dataDir).catch(() => undefined)
    if (now === undefined) return 'is not there'
    if (now !== (await this.#folder)) return 'was replaced by another one'
    const isWritable = await access(dataDir, constants.W_OK).then(
      () => true,
      () => false,
    )
    return isWritable ? undefined : 'cannot be written to'
  }
}

/** The same for the same folder, whatever its name. */
async function identify(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true })
  return `${dev}:${ino}`
}

/** A check that hangs, for example on a network file system, is a problem. */
async function within(check: Promise<string | undefined>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(awayTexts.silent), withinMs)
  })
  return Promise.race([check, late]).finally(() => clearTimeout(timer))
}
