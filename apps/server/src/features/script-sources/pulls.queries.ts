import { endStates } from '@fleetdeck/contract/delivery'
import type { PageRequest } from '@fleetdeck/contract/endpoint'
import type { DeviceId, RunId, ScriptPullId, ScriptSourceId } from '@fleetdeck/contract/ids'
import type { Capability } from '@fleetdeck/contract/script-api/capabilities'
import {
  maxTryLines,
  type PullReason,
  type PullState,
  type PullTry,
} from '@fleetdeck/contract/script-sources'
import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { ownedWithin, type Scope, userAndSubordinates } from '../../access/data-scope.ts'
import { toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { byNumber } from '../../platform/db/natural-key.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { scriptPulls, scriptPullTries, scriptSources } from '../../platform/db/schema/script-sources.ts'
import { taskLines, taskRuns } from '../../platform/db/schema/task-runs.ts'
import type { PulledRequest } from './open-pulls.rules.ts'
import type { StoredSource } from './script-sources.queries.ts'

/** Stored for each source; the newest. */
const mostPulls = 200

const tries = sql`from script_pull_tries t where t.pull_id = ${scriptPulls.id}`
const succeeded = sql`from script_pull_tries t join task_runs r on r.run_key = t.run_key
  where t.pull_id = ${scriptPulls.id} and r.state = 'succeeded'`

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
  // Records of runs may be deleted later.
  succeeded: sql<number>`coalesce(${scriptPulls.succeeded}, (select count(*)::int ${succeeded}))`,
  tries: sql<number>`(select count(*)::int ${tries})`,
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

const withRun = eq(taskRuns.runKey, scriptPullTries.runKey)
/** Null: the record of its run was deleted. What was not sent before the end will not be. */
const state = sql<PullTry['state']>`case when ${scriptPullTries.reason} is not null then 'failed'
  when ${scriptPullTries.runKey} is not null then ${taskRuns.state}
  when ${scriptPulls.endedAt} is null then 'queued' else 'stopped' end`

export async function listTries(db: Db, id: ScriptPullId): Promise<PullTry[]> {
  const rows = await db
    .select({
      ...{ id: scriptPullTries.id, file: scriptPullTries.file, deviceNo: scriptPullTries.deviceNo, state },
      ...{ reason: scriptPullTries.reason, runId: taskRuns.id, runReason: taskRuns.reason },
      msg: sql<string>`coalesce(${taskRuns.msg}, '')`,
      lacks: scriptPullTries.lacks,
      ...{ startedAt: taskRuns.startedAt, endedAt: taskRuns.endedAt },
    })
    .from(scriptPullTries)
    .innerJoin(scriptPulls, eq(scriptPulls.id, scriptPullTries.pullId))
    .leftJoin(taskRuns, withRun)
    .where(eq(scriptPullTries.pullId, id))
    .orderBy(asc(scriptPullTries.id))
  const lines = await linesOf(
    db,
    rows.flatMap(({ runId }) => runId ?? []),
  )
  return rows.map(({ runId, startedAt, endedAt, ...row }) => ({
    ...row,
    ...{ startedAt: startedAt?.toISOString() ?? null, endedAt: endedAt?.toISOString() ?? null },
    lines: (runId && lines.get(runId)) ?? [],
  }))
}

/** The newest lines of each run, in their order. */
async function linesOf(db: Db, runIds: RunId[]) {
  if (runIds.length === 0) return new Map<RunId, PullTry['lines']>()
  const newest = db
    .select({
      ...{ id: taskLines.id, runId: taskLines.runId },
      ...{ at: taskLines.at, level: taskLines.level, msg: taskLines.msg },
      place:
        sql<number>`row_number() over (partition by ${taskLines.runId} order by ${taskLines.id} desc)`.as(
          'place',
        ),
    })
    .from(taskLines)
    .where(inArray(taskLines.runId, runIds))
    .as('newest')
  const rows = await db
    .select({ runId: newest.runId, at: newest.at, level: newest.level, msg: newest.msg })
    .from(newest)
    .where(sql`place <= ${maxTryLines}`)
    .orderBy(asc(newest.id))
  const shown = rows.map(({ runId, at, ...line }) => ({ runId, line: { ...line, at: at.toISOString() } }))
  return new Map(
    [...Map.groupBy(shown, ({ runId }) => runId)].map(([id, own]) => [id, own.map(({ line }) => line)]),
  )
}

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
    await tx.execute(sql`delete from script_pulls where id in (select id from script_pulls
      where source_id = ${source.id} order by seen_at desc, id desc offset ${mostPulls})`)
  })

/** Of these open pull requests, those whose commit has not been tried. The others stay longer than closed ones. */
export async function untriedPulls<Request extends PulledRequest>(
  db: Db,
  { id }: Pick<StoredSource, 'id'>,
  requests: Request[],
): Promise<Request[]> {
  if (requests.length === 0) return []
  const { rows } = await db.execute<{ number: number; sha: string }>(sql`
    update script_pulls p set seen_at = now()
    from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as n(number int, sha text)
    where p.source_id = ${id} and p.number = n.number and p.sha = n.sha
    returning p.number, p.sha`)
  const known = new Set(rows.map(({ number, sha }) => `${number} ${sha}`))
  return requests.filter(({ number, sha }) => !known.has(`${number} ${sha}`))
}

/** Tries it once more; false while a server works on it. */
export const tryAgain = (db: Db, id: ScriptPullId): Promise<boolean> =>
  db.transaction(async (tx) => {
    const changed = await tx
      .update(scriptPulls)
      .set({
        ...{ state: 'waiting', reason: null, detail: '', statusError: '' },
        ...{ attempts: 0, succeeded: null, endedAt: null },
      })
      .where(and(eq(scriptPulls.id, id), sql`not (${isOpen})`, isNull(scriptPulls.claimedUntil)))
      .returning({ id: scriptPulls.id })
    if (changed.length) await tx.delete(scriptPullTries).where(eq(scriptPullTries.pullId, id))
    return changed.length > 0
  })

export interface ClaimedPull {
  pull: typeof scriptPulls.$inferSelect
  source: StoredSource
}

const leaseEnd = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`

/** The next pull request to be worked on, for this server alone: also one that another server has left behind. */
export function claimPull(db: Db, leaseSeconds: number): Promise<ClaimedPull | undefined> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ pull: scriptPulls, source: scriptSources })
      .from(scriptPulls)
      .innerJoin(scriptSources, eq(scriptSources.id, scriptPulls.sourceId))
      .where(or(eq(scriptPulls.state, 'waiting'), sql`${scriptPulls.claimedUntil} < now()`))
      .orderBy(asc(scriptPulls.id))
      .limit(1)
      .for('update', { skipLocked: true, of: scriptPulls })
    if (!found) return undefined
    const attempts = found.pull.attempts + 1
    const state = found.pull.state === 'waiting' ? 'running' : found.pull.state
    await tx
      .update(scriptPulls)
      .set({ state, attempts, claimedUntil: leaseEnd(leaseSeconds) })
      .where(eq(scriptPulls.id, found.pull.id))
    return { ...found, pull: { ...found.pull, state, attempts } }
  })
}

type Claim = Pick<ClaimedPull['pull'], 'id' | 'attempts'>

/** Each claim has its own number of attempts, so that a server cannot write what another has taken over. */
const isClaimed = ({ id, attempts }: Claim) =>
  and(eq(scriptPulls.id, id), eq(scriptPulls.attempts, attempts), isNotNull(scriptPulls.claimedUntil))

async function writeClaimed(
  db: Db,
  claim: Claim,
  set: PgUpdateSetSource<typeof scriptPulls>,
  condition?: SQL,
): Promise<boolean> {
  const written = await db
    .update(scriptPulls)
    .set(set)
    .where(and(isClaimed(claim), condition))
    .returning({ id: scriptPulls.id })
  return written.length > 0
}

export const renewPull = (db: Db, claim: Claim, leaseSeconds: number) =>
  writeClaimed(db, claim, { claimedUntil: leaseEnd(leaseSeconds) })

/** Whether it is still this server's. */
export const holdsPull = async (db: Db, claim: Claim) => (await db.$count(scriptPulls, isClaimed(claim))) > 0

/** Whether it is tried, here or on another server. */
export const isTried = async (db: Db, id: ScriptPullId) =>
  (await db.$count(scriptPulls, and(eq(scriptPulls.id, id), eq(scriptPulls.state, 'running')))) > 0

/** The server stops, and another one continues. */
export const unclaimPull = (db: Db, claim: Claim) => writeClaimed(db, claim, { claimedUntil: sql`now()` })

interface PullEnd {
  state: Exclude<PullState, 'waiting' | 'running'>
  reason?: PullReason | null
  detail?: string
}

/** It remains claimed until its commit status is sent; a skipped one has none. */
export function endPull(db: Db, claim: Claim, { state, reason = null, detail = '' }: PullEnd) {
  const set = {
    ...{ state, reason, detail, endedAt: sql`now()` },
    succeeded: sql`(select count(*) ${succeeded})`,
    ...(state === 'skipped' && { claimedUntil: null }),
  }
  return writeClaimed(db, claim, set, eq(scriptPulls.state, 'running'))
}

/** The status of its end has been sent, or cannot be. */
export const saveStatus = (db: Db, claim: Claim, statusError: string) =>
  writeClaimed(db, claim, { statusError, claimedUntil: null })

/** Another commit than the one that was reported: what has been tried of that does not count. */
export const saveSha = (db: Db, id: ScriptPullId, sha: string) =>
  db.transaction(async (tx) => {
    await tx.update(scriptPulls).set({ sha }).where(eq(scriptPulls.id, id))
    await tx.delete(scriptPullTries).where(eq(scriptPullTries.pullId, id))
  })

/** Of the status before the end. */
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
    .orderBy(byNumber(devices.deviceNo))
  return found.map(({ id, deviceNo }) => ({ id, deviceNo: deviceNo ?? '' }))
}

/** The tries of a pull request; they are made once, also when another server continues. */
export const insertTries = (
  db: Db,
  pullId: ScriptPullId,
  rows: { file: string; deviceId: DeviceId; deviceNo: string }[],
) =>
  db.transaction(async (tx) => {
    if (await tx.$count(scriptPullTries, eq(scriptPullTries.pullId, pullId))) return
    await tx.insert(scriptPullTries).values(rows.map((row) => ({ ...row, pullId })))
  })

export type TryState = Awaited<ReturnType<typeof listTryStates>>[number]

/** How far the tries are; a run that the server did not get to send is missing. */
export const listTryStates = (db: Db, pullId: ScriptPullId) =>
  db
    .select({
      ...{ id: scriptPullTries.id, file: scriptPullTries.file, runKey: scriptPullTries.runKey },
      ...{ deviceId: scriptPullTries.deviceId, deviceNo: scriptPullTries.deviceNo },
      ...{ reason: scriptPullTries.reason, state: taskRuns.state, runReason: taskRuns.reason },
    })
    .from(scriptPullTries)
    .leftJoin(taskRuns, withRun)
    .where(eq(scriptPullTries.pullId, pullId))
    .orderBy(asc(scriptPullTries.id))

/** Begins a try, if no other server has. */
export async function saveTryStart(
  db: Db,
  { id, runKey: before }: Pick<TryState, 'id' | 'runKey'>,
  runKey: string,
) {
  const started = await db
    .update(scriptPullTries)
    .set({ runKey })
    .where(and(eq(scriptPullTries.id, id), sql`${scriptPullTries.runKey} is not distinct from ${before}`))
    .returning({ id: scriptPullTries.id })
  return started.length > 0
}

export const saveTryLacks = (db: Db, id: number, lacks: Capability[]) =>
  db.update(scriptPullTries).set({ lacks }).where(eq(scriptPullTries.id, id))

/** What phones of this pull request lack. */
export async function lackedBy(db: Db, pullId: ScriptPullId): Promise<Capability[]> {
  const rows = await db
    .select({ lacks: scriptPullTries.lacks })
    .from(scriptPullTries)
    .where(eq(scriptPullTries.pullId, pullId))
  return [...new Set(rows.flatMap(({ lacks }) => lacks))].sort()
}

export const saveTryReason = (db: Db, id: number, reason: NonNullable<PullTry['reason']>) =>
  db.update(scriptPullTries).set({ reason, runKey: null }).where(eq(scriptPullTries.id, id))

/** Runs that still run for this pull request, of commits before. */
export async function replacedRuns(db: Db, { id, sourceId, number }: ClaimedPull['pull']) {
  const found = await db
    .select({ runKey: taskRuns.runKey, deviceId: taskRuns.deviceId })
    .from(scriptPulls)
    .innerJoin(scriptPullTries, eq(scriptPullTries.pullId, scriptPulls.id))
    .innerJoin(taskRuns, withRun)
    .where(
      and(
        ...[eq(scriptPulls.sourceId, sourceId), eq(scriptPulls.number, number), ne(scriptPulls.id, id)],
        sql`${taskRuns.state} not in ${endStates}`,
      ),
    )
  return found.flatMap(({ runKey, deviceId }) => (deviceId === null ? [] : [{ runKey, deviceId }]))
}
