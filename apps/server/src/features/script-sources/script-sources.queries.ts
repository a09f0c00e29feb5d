import type { DeviceId, ScriptSourceId } from '@fleetdeck/contract/ids'
import type { ScriptCommit } from '@fleetdeck/contract/script-commit'
import type {
  scriptSources as calls,
  PullsFailure,
  SourceFailure,
  SourceResult,
  SourceState,
} from '@fleetdeck/contract/script-sources'
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope, userAndSubordinates } from '../../access/data-scope.ts'
import { allOwnedVisible } from '../../access/visible-rows.ts'
import { crudQueries } from '../../platform/crud/crud-queries.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import type { Db } from '../../platform/db/db.ts'
import { byNumber } from '../../platform/db/natural-key.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { platforms } from '../../platform/db/schema/platforms.ts'
import { scriptSources } from '../../platform/db/schema/script-sources.ts'
import { users } from '../../platform/db/schema/users.ts'

const isRead = sql<boolean>`(${scriptSources.claimedUntil} is not null and ${scriptSources.claimedUntil} > now())`
const state = sql<SourceState>`case when ${isRead} then 'reading' else ${scriptSources.state} end`

const row = {
  id: scriptSources.id,
  sourceName: scriptSources.sourceName,
  tenantId: scriptSources.tenantId,
  userName: users.userName,
  platformId: scriptSources.platformId,
  platformName: platforms.platformName,
  address: scriptSources.address,
  branch: scriptSources.branch,
  folder: scriptSources.folder,
  authKind: scriptSources.authKind,
  hasSecret: sql<boolean>`${scriptSources.secret} <> ''`,
  knownHosts: scriptSources.knownHosts,
  intervalMinutes: scriptSources.intervalMinutes,
  provider: scriptSources.provider,
  apiAddress: scriptSources.apiAddress,
  hasApiToken: sql<boolean>`${scriptSources.apiToken} <> ''`,
  testPhones: sql<{ id: DeviceId; deviceNo: string }[]>`coalesce((
    select json_agg(json_build_object('id', d.id, 'deviceNo', d.device_no) order by ${byNumber(sql`d.device_no`)}) from devices d
    where d.device_no is not null
      and d.id in (select value::int from jsonb_array_elements_text(${scriptSources.testPhoneIds}))), '[]')`,
  triesForks: scriptSources.triesForks,
  status: sql<0 | 1>`${scriptSources.status}`,
  state,
  failure: scriptSources.failure,
  detail: scriptSources.detail,
  commit: scriptSources.commit,
  result: scriptSources.result,
  triedAt: scriptSources.triedAt,
  readAt: scriptSources.readAt,
  nextAt: sql<Date | null>`case when ${scriptSources.status} = 0 then ${scriptSources.nextAt} end`.mapWith(
    scriptSources.nextAt,
  ),
  pullsFailure: scriptSources.pullsFailure,
  pullsDetail: scriptSources.pullsDetail,
  pullsReadAt: scriptSources.pullsReadAt,
  pullsNextAt: scriptSources.pullsNextAt,
  scripts: sql<number>`(select count(*)::int from scripts s where s.source_id = ${scriptSources.id})`,
  createdAt: scriptSources.createdAt,
  gmtModified: scriptSources.gmtModified,
}

export const sourceQueries = crudQueries({
  table: scriptSources,
  rows: (db: Db) =>
    db
      .select(row)
      .from(scriptSources)
      .innerJoin(users, eq(users.id, scriptSources.tenantId))
      .innerJoin(platforms, eq(platforms.id, scriptSources.platformId))
      .$dynamic(),
  sortable: row,
  visible: (scope: Scope) => ownedWithin(scope, scriptSources.tenantId),
  where: ({ sourceName, state: wanted, status, tenantId }: z.output<typeof calls.list.query>) =>
    and(
      filterBy.LIKE(scriptSources.sourceName, sourceName),
      filterBy.EQ(scriptSources.status, status),
      filterBy.EQ(scriptSources.tenantId, tenantId),
      wanted && sql`${state} = ${wanted}`,
    ),
  refusals: { script_sources_name: 'sourceNameTaken' },
})

/** With its secrets, sealed. */
export async function findSource(db: Db, scope: Scope, id: ScriptSourceId) {
  const [found] = await db
    .select()
    .from(scriptSources)
    .where(and(eq(scriptSources.id, id), ownedWithin(scope, scriptSources.tenantId)))
  return found
}

export async function findByHook(db: Db, hookKey: string) {
  const [found] = await db.select().from(scriptSources).where(eq(scriptSources.hookKey, hookKey))
  return found
}

export type StoredSource = typeof scriptSources.$inferSelect

export const platformVisible = (db: Db, scope: Scope, id: StoredSource['platformId']) =>
  allOwnedVisible(db, platforms, scope, [id])

/** Whether all of these belong to the owner of a source, or to users below. */
export async function phonesBelong(db: Db, tenantId: StoredSource['tenantId'], ids: DeviceId[]) {
  const where = and(inArray(devices.id, ids), sql`${devices.tenantId} in (${userAndSubordinates(tenantId)})`)
  return ids.length === 0 || (await db.$count(devices, where)) === new Set(ids).size
}

const touch = (db: Db, id: ScriptSourceId, set: SQL) =>
  db.execute(sql`update script_sources set ${set} where id = ${id}`)

/** It is read as soon as a server is free; isWhole: also if the commit is the same as before. */
export const readSoon = (db: Db, id: ScriptSourceId, { isWhole }: { isWhole: boolean }) =>
  touch(
    db,
    id,
    isWhole
      ? sql`next_at = now(), failures = 0, state = 'waiting', pulls_failures = 0, pulls_next_at = null`
      : sql`next_at = now()`,
  )

/**
 * The next source that is due, for this server alone. A change of the source during the reading makes it due again; a
 * server that dies leaves it to the others when the lease ends.
 */
export function claimSource(db: Db, leaseSeconds: number): Promise<StoredSource | undefined> {
  return db.transaction(async (tx) => {
    const due = or(
      sql`${scriptSources.claimedUntil} is null and ${scriptSources.nextAt} <= now()`,
      sql`${scriptSources.claimedUntil} < now()`,
    )
    const [found] = await tx
      .select()
      .from(scriptSources)
      .where(and(eq(scriptSources.status, 0), due))
      .orderBy(scriptSources.nextAt)
      .limit(1)
      .for('update', { skipLocked: true })
    if (found)
      await touch(
        tx,
        found.id,
        sql`claimed_until = now() + make_interval(secs => ${leaseSeconds}), next_at = null, tried_at = now()`,
      )
    return found
  })
}

/** It was not read: the server stops. */
export const unclaimSource = (db: Db, id: ScriptSourceId) =>
  touch(db, id, sql`claimed_until = null, next_at = now()`)

export interface ReadOutcome {
  commit: ScriptCommit
  result: SourceResult
  knownHosts: string
}
export interface FailedOutcome {
  failure: SourceFailure
  detail: string
}

/** Minutes until the next attempt, after the first, second, … failure. */
const waits = [1, 5, 15, 60]

/** Without an interval, the attempts end until the next push. */
const waitAfter = (failures: number, { intervalMinutes }: StoredSource) =>
  waits[failures - 1] ?? (intervalMinutes === 0 ? 0 : Math.max(...waits))

/** The end of a reading. What was read of a place that has been changed meanwhile does not count. */
export async function saveOutcome(db: Db, source: StoredSource, outcome: ReadOutcome | FailedOutcome) {
  const isSame = sql`address = ${source.address} and branch = ${source.branch} and folder = ${source.folder}`
  const next = (minutes: number) =>
    minutes === 0 ? sql`next_at` : sql`least(next_at, now() + make_interval(mins => ${minutes}::int))`
  const failures = Math.min(source.failures + 1, 1000)
  const wait = waitAfter(failures, source)
  const set =
    'failure' in outcome
      ? sql`state = 'failed', failure = ${outcome.failure}, detail = ${outcome.detail}, failures = ${failures},
          failing_since = coalesce(failing_since, tried_at, now()), next_at = ${next(wait)}`
      : sql`state = 'read', failure = null, detail = '', failures = 0, failing_since = null,
          read_at = now(),
          commit = ${JSON.stringify(outcome.commit)}::jsonb, result = ${JSON.stringify(outcome.result)}::jsonb,
          known_hosts = case when known_hosts = '' then ${outcome.knownHosts} else known_hosts end,
          next_at = ${next(source.intervalMinutes)}`
  await db.execute(
    sql`update script_sources set claimed_until = null, ${set} where id = ${source.id} and ${isSame}`,
  )
  await db.execute(sql`update script_sources set claimed_until = null, next_at = coalesce(next_at, now())
    where id = ${source.id} and not (${isSame})`)
}

export interface FailedPulls {
  failure: PullsFailure
  detail: string
  /** Until the provider takes calls again. */
  waitSeconds: number | undefined
}

/** The end of a reading of pull requests; 'unread': they are not to be read. A failure is followed by a reading of its own. */
export async function savePullsOutcome(
  db: Db,
  source: StoredSource,
  outcome: 'read' | 'unread' | FailedPulls,
): Promise<void> {
  const isSame = sql`address = ${source.address} and provider = ${source.provider}
    and api_address = ${source.apiAddress} and branch = ${source.branch}`
  const where = sql`where id = ${source.id} and ${isSame}`
  if (typeof outcome === 'string') {
    const readAt = outcome === 'read' ? sql`now()` : sql`null`
    await db.execute(sql`update script_sources set pulls_failure = null, pulls_detail = '', pulls_failures = 0,
      pulls_next_at = null, pulls_read_at = ${readAt} ${where}`)
    return
  }
  const failures = Math.min(source.pullsFailures + 1, 1000)
  const seconds = outcome.waitSeconds ?? waitAfter(failures, source) * 60
  const next = seconds === 0 ? sql`null` : sql`now() + make_interval(secs => ${seconds}::int)`
  await db.execute(sql`update script_sources set pulls_failure = ${outcome.failure}, pulls_detail = ${outcome.detail},
    pulls_failures = ${failures}, pulls_next_at = ${next}, next_at = least(next_at, ${next}) ${where}`)
}
