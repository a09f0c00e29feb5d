import type { PageRequest } from '@fleetdeck/contract/endpoint'
import type { DeviceId, ScriptPullId, ScriptSourceId } from '@fleetdeck/contract/ids'
import {
  maxTryLines,
  type PullReason,
  type PullState,
  type PullTry,
} from '@fleetdeck/contract/script-sources'
import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { ownedWithin, type Scope, userAndSubordinates } from '../../access/data-scope.ts'
import { toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { scriptPulls, scriptPullTries, scriptSources } from '../../platform/db/schema/script-sources.ts'
import type { PulledRequest } from './hook-events.rules.ts'
import type { StoredSource } from './script-sources.queries.ts'

/** Stored for each source; the newest. */
const mostPulls = 200

const count = (where = sql``) =>
  sql<number>`(select count(*)::int from script_pull_tries t where t.pull_id = ${scriptPulls.id} ${where})`

const row = {
  id: scriptPulls.id,
  number: scriptPulls.number,
  title: scriptPulls.title,
  author: scriptPulls.author,
  url: scriptPulls.url,
  sha: scriptPulls.sha,
  isFork: scriptPulls.isFork,
  state: scriptPulls.state,
  reason: scriptPulls.reason,
  detail: scriptPulls.detail,
  statusError: scriptPulls.statusError,
  succeeded: count(sql`and t.state = 'succeeded'`),
  tries: count(),
  createdAt: scriptPulls.createdAt,
  endedAt: scriptPulls.endedAt,
}

export async function listPulls(db: Db, id: ScriptSourceId, query: PageRequest) {
  const where = eq(scriptPulls.sourceId, id)
  const { limit, offset } = toLimit(query)
  const list = await db
    .select(row)
    .from(scriptPulls)
    .where(where)
    .orderBy(desc(scriptPulls.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(scriptPulls, where) }
}

export async function findPull(db: Db, scope: Scope, id: ScriptPullId) {
  const [found] = await db
    .select({ pull: row, sourceName: scriptSources.sourceName, sourceId: scriptSources.id })
    .from(scriptPulls)
    .innerJoin(scriptSources, eq(scriptSources.id, scriptPulls.sourceId))
    .where(and(eq(scriptPulls.id, id), ownedWithin(scope, scriptSources.tenantId)))
  return found
}

export const listTries = (db: Db, id: ScriptPullId) =>
  db.select().from(scriptPullTries).where(eq(scriptPullTries.pullId, id)).orderBy(asc(scriptPullTries.id))

const isOpen = inArray(scriptPulls.state, ['waiting', 'running'])

/** Notes a commit of a pull request; one that is still tried is replaced. */
export const insertPull = (db: Db, source: Pick<StoredSource, 'id'>, request: PulledRequest) =>
  db.transaction(async (tx) => {
    const same = and(eq(scriptPulls.sourceId, source.id), eq(scriptPulls.number, request.number), isOpen)
    const open = await tx.select({ sha: scriptPulls.sha }).from(scriptPulls).where(same)
    // Providers send some events twice.
    if (open.some(({ sha }) => sha === request.sha)) return
    await tx
      .update(scriptPulls)
      .set({ state: 'error', reason: 'superseded', endedAt: sql`now()`, claimedUntil: null })
      .where(same)
    await tx.insert(scriptPulls).values({ ...request, sourceId: source.id })
    await tx.execute(sql`delete from script_pulls where source_id = ${source.id} and id in (
      select id from script_pulls where source_id = ${source.id} order by id desc offset ${mostPulls})`)
  })

/** Tries it once more; false while it is being tried. */
export const tryAgain = (db: Db, id: ScriptPullId): Promise<boolean> =>
  db.transaction(async (tx) => {
    const changed = await tx
      .update(scriptPulls)
      .set({ state: 'waiting', reason: null, detail: '', statusError: '', attempts: 0, endedAt: null })
      .where(and(eq(scriptPulls.id, id), sql`not (${isOpen})`))
      .returning({ id: scriptPulls.id })
    if (changed.length) await tx.delete(scriptPullTries).where(eq(scriptPullTries.pullId, id))
    return changed.length > 0
  })

export interface ClaimedPull {
  pull: typeof scriptPulls.$inferSelect
  source: StoredSource
}

/** The next pull request to be tried, for this server alone. What a server has left behind begins again. */
export function claimPull(db: Db, leaseSeconds: number): Promise<ClaimedPull | undefined> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ pull: scriptPulls, source: scriptSources })
      .from(scriptPulls)
      .innerJoin(scriptSources, eq(scriptSources.id, scriptPulls.sourceId))
      .where(
        or(
          eq(scriptPulls.state, 'waiting'),
          and(eq(scriptPulls.state, 'running'), sql`${scriptPulls.claimedUntil} < now()`),
        ),
      )
      .orderBy(asc(scriptPulls.id))
      .limit(1)
      .for('update', { skipLocked: true, of: scriptPulls })
    if (!found) return undefined
    await tx
      .update(scriptPulls)
      .set({
        state: 'running',
        attempts: found.pull.attempts + 1,
        claimedUntil: sql`now() + make_interval(secs => ${leaseSeconds})`,
      })
      .where(eq(scriptPulls.id, found.pull.id))
    await tx.delete(scriptPullTries).where(eq(scriptPullTries.pullId, found.pull.id))
    return found
  })
}

/** Renews the lease; false when it has been replaced or removed. */
export async function renewPull(db: Db, id: ScriptPullId, leaseSeconds: number): Promise<boolean> {
  const renewed = await db
    .update(scriptPulls)
    .set({ claimedUntil: sql`now() + make_interval(secs => ${leaseSeconds})` })
    .where(and(eq(scriptPulls.id, id), eq(scriptPulls.state, 'running')))
    .returning({ id: scriptPulls.id })
  return renewed.length > 0
}

/** Whether it is being tried, and no newer commit has replaced it. */
export const isTried = async (db: Db, id: ScriptPullId) =>
  (await db.$count(scriptPulls, and(eq(scriptPulls.id, id), eq(scriptPulls.state, 'running')))) > 0

/** It was not finished: the server stops, and another one begins again. */
export const unclaimPull = (db: Db, id: ScriptPullId) =>
  db
    .update(scriptPulls)
    .set({ state: 'waiting', claimedUntil: null })
    .where(and(eq(scriptPulls.id, id), eq(scriptPulls.state, 'running')))

interface PullEnd {
  state: Exclude<PullState, 'waiting' | 'running'>
  reason?: PullReason | null
  detail?: string
}

/** False when a newer commit has replaced it. */
export async function endPull(db: Db, id: ScriptPullId, { state, reason = null, detail = '' }: PullEnd) {
  const ended = await db
    .update(scriptPulls)
    .set({ state, reason, detail, endedAt: sql`now()`, claimedUntil: null })
    .where(and(eq(scriptPulls.id, id), eq(scriptPulls.state, 'running')))
    .returning({ id: scriptPulls.id })
  return ended.length > 0
}

export const saveSha = (db: Db, id: ScriptPullId, sha: string) =>
  db.update(scriptPulls).set({ sha }).where(eq(scriptPulls.id, id))

export const saveStatusError = (db: Db, id: ScriptPullId, statusError: string) =>
  db.update(scriptPulls).set({ statusError }).where(eq(scriptPulls.id, id))

/** The test phones that still belong to the owner of the source, or to users below. */
export async function testPhones(db: Db, { testPhoneIds, tenantId }: StoredSource) {
  if (testPhoneIds.length === 0) return []
  const found = await db
    .select({ id: devices.id, deviceNo: devices.deviceNo })
    .from(devices)
    .where(
      and(inArray(devices.id, testPhoneIds), sql`${devices.tenantId} in (${userAndSubordinates(tenantId)})`),
    )
    .orderBy(asc(devices.deviceNo))
  return found.map(({ id, deviceNo }) => ({ id, deviceNo: deviceNo ?? '' }))
}

export async function insertTries(
  db: Db,
  rows: { pullId: ScriptPullId; file: string; deviceId: DeviceId; deviceNo: string }[],
) {
  return db.insert(scriptPullTries).values(rows).returning({
    id: scriptPullTries.id,
    file: scriptPullTries.file,
    deviceId: scriptPullTries.deviceId,
    deviceNo: scriptPullTries.deviceNo,
  })
}

export const saveTryStart = (db: Db, id: number, runKey: string) =>
  db
    .update(scriptPullTries)
    .set({ runKey, state: 'sent', startedAt: sql`now()` })
    .where(eq(scriptPullTries.id, id))

interface TryEnd {
  state: PullTry['state']
  reason?: PullTry['reason']
  msg?: string
}

/** An end that was reported first stays. */
export const saveTryEnd = (db: Db, id: number, { state, reason = null, msg = '' }: TryEnd) =>
  db
    .update(scriptPullTries)
    .set({ state, reason, msg, endedAt: sql`now()` })
    .where(and(eq(scriptPullTries.id, id), isRunning))

const isRunning = inArray(scriptPullTries.state, ['queued', 'sent', 'acknowledged', 'running'])

export async function findTryState(db: Db, id: number) {
  const [found] = await db
    .select({ state: scriptPullTries.state })
    .from(scriptPullTries)
    .where(eq(scriptPullTries.id, id))
  return found?.state
}

export type ReportedLine = PullTry['lines'][number]

/** What a phone reports about a run that may be a try of a pull request. */
export async function saveReport(
  db: Db,
  runKey: string,
  { state, msg, lines }: { state?: PullTry['state']; msg?: string; lines: ReportedLine[] },
) {
  const ended = state !== undefined && state !== 'acknowledged' && state !== 'running'
  await db.execute(sql`update script_pull_tries set
    lines = (select coalesce(jsonb_agg(line order by place), '[]') from (
      select line, place from jsonb_array_elements(lines || ${JSON.stringify(lines)}::jsonb)
        with ordinality as listed(line, place) order by place desc limit ${maxTryLines}) newest),
    state = coalesce(${state ?? null}, state), msg = coalesce(${msg || null}, msg),
    ended_at = case when ${ended} then now() end
    where run_key = ${runKey} and state in ('queued', 'sent', 'acknowledged', 'running')`)
}
