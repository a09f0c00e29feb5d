import type { RecordingId } from '@fleetdeck/contract/ids'
import type { RecordingEnding } from '@fleetdeck/contract/recording-marks'
import type { recordings as calls, RecordingState } from '@fleetdeck/contract/recordings'
import { and, eq, gt, ilike, inArray, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { deviceWithin } from '../../domain/devices/device-scope.queries.ts'
import { buildOrder, containing, toLimit, within } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { NaturalKey } from '../../platform/db/natural-key.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { recordings } from '../../platform/db/schema/recordings.ts'
import { users } from '../../platform/db/schema/users.ts'

type Query = z.output<typeof calls.list.query>

const owner = sql<string>`(select user_name from users where id = ${recordings.tenantId})`
const columns = {
  id: recordings.id,
  deviceNo: recordings.deviceNo,
  ownerName: owner,
  userName: users.userName,
  state: recordings.state,
  ending: recordings.ending,
  startedAt: recordings.startedAt,
  durationMs: recordings.durationMs,
  size: recordings.size,
  pictures: recordings.pictures,
  inputs: recordings.inputs,
  keepsTexts: recordings.keepsTexts,
}
const sortable = {
  id: recordings.id,
  deviceNo: new NaturalKey(recordings.deviceNo),
  startedAt: recordings.startedAt,
  durationMs: recordings.durationMs,
  size: recordings.size,
}

export async function listRecordings(db: Db, scope: Scope, query: Query, timeZone: string) {
  const where = and(
    ownedWithin(scope, recordings.tenantId),
    query.deviceNo ? ilike(recordings.deviceNo, containing(query.deviceNo)) : undefined,
    query.userName ? ilike(users.userName, containing(query.userName)) : undefined,
    query.state ? eq(recordings.state, query.state) : undefined,
    query.tenantId ? eq(recordings.tenantId, query.tenantId) : undefined,
    within(recordings.startedAt, query, timeZone),
  )
  const { limit, offset } = toLimit(query)
  const list = await db
    .select(columns)
    .from(recordings)
    .leftJoin(users, eq(users.id, recordings.userId))
    .where(where)
    .orderBy(...buildOrder(query, sortable, recordings.id))
    .limit(limit)
    .offset(offset)
  const [counted] = await db
    .select({ total: sql`count(*)`.mapWith(Number) })
    .from(recordings)
    .leftJoin(users, eq(users.id, recordings.userId))
    .where(where)
  return { list, total: counted?.total ?? 0 }
}

export async function findRecording(db: Db, scope: Scope, id: RecordingId) {
  const [found] = await db
    .select({ ...columns, fileName: recordings.fileName })
    .from(recordings)
    .leftJoin(users, eq(users.id, recordings.userId))
    .where(and(eq(recordings.id, id), ownedWithin(scope, recordings.tenantId)))
  return found
}

/** Recordings of these ids within the scope. */
export const listFiles = (db: Db, scope: Scope, ids: RecordingId[]) =>
  db
    .select({ id: recordings.id, fileName: recordings.fileName })
    .from(recordings)
    .where(and(inArray(recordings.id, ids), ownedWithin(scope, recordings.tenantId)))

/** A device with a number and an owner; others cannot be watched. */
export async function findTarget(db: Db, scope: Scope, deviceNo: string) {
  const [found] = await db
    .select({ id: devices.id, tenantId: devices.tenantId })
    .from(devices)
    .where(and(eq(devices.deviceNo, deviceNo), deviceWithin(scope)))
  return found?.tenantId ? { id: found.id, deviceNo, tenantId: found.tenantId } : undefined
}
export type Target = NonNullable<Awaited<ReturnType<typeof findTarget>>>

export async function insertRecording(db: Db, row: typeof recordings.$inferInsert): Promise<RecordingId> {
  return insertedRow(await db.insert(recordings).values(row).returning({ id: recordings.id })).id
}

export interface Figures {
  durationMs: number
  size: number
  pictures: number
  inputs: number
  lines: number
}

/** The heartbeat of a recording in progress; undefined when the row was removed, else how it was ended elsewhere. */
export async function updateRecording(db: Db, id: RecordingId, figures: Figures) {
  const [row] = await db
    .update(recordings)
    .set({ ...figures, lastSeenAt: sql`now()` })
    .where(eq(recordings.id, id))
    .returning({ ending: recordings.ending })
  return row
}

const cuts: readonly RecordingEnding[] = ['storage', 'failed', 'restart']
const stateOf = (ending: RecordingEnding): RecordingState => (cuts.includes(ending) ? 'cut' : 'done')

/** By its own server: the figures are final; a recording that was ended elsewhere keeps that ending. */
export const finishRecording = (db: Db, id: RecordingId, ending: RecordingEnding, figures: Figures) =>
  db
    .update(recordings)
    .set({
      ...figures,
      ending: sql`coalesce(${recordings.ending}, ${ending})`,
      state: sql`case ${recordings.state} when 'recording' then ${stateOf(ending)} else ${recordings.state} end`,
    })
    .where(eq(recordings.id, id))

/**
 * For another server's recording; false when it has ended in the meantime. Figures that are not given stay as last
 * reported.
 */
export async function endRecording(
  db: Db,
  id: RecordingId,
  ending: RecordingEnding,
  figures: Figures | undefined,
): Promise<boolean> {
  const ended = await db
    .update(recordings)
    .set({ ...figures, ending, state: stateOf(ending) })
    .where(and(eq(recordings.id, id), eq(recordings.state, 'recording')))
    .returning({ id: recordings.id })
  return ended.length > 0
}

/** Its server sends a heartbeat every two seconds. */
const isSilent = sql<boolean>`${recordings.lastSeenAt} < now() - interval '10 seconds'`
const running = {
  id: recordings.id,
  deviceId: recordings.deviceId,
  fileName: recordings.fileName,
  isSilent,
}
export type RunningRow = Awaited<ReturnType<typeof listSilent>>[number]

/**
 * Recordings in progress whose server no longer runs. A last heartbeat by a clock that was ahead counts as one of now.
 */
export async function listSilent(db: Db) {
  await db
    .update(recordings)
    .set({ lastSeenAt: sql`now()` })
    .where(and(eq(recordings.state, 'recording'), gt(recordings.lastSeenAt, sql`now()`)))
  return db
    .select(running)
    .from(recordings)
    .where(and(eq(recordings.state, 'recording'), isSilent))
}

export async function findRunning(db: Db, id: RecordingId): Promise<RunningRow | undefined> {
  const [found] = await db
    .select(running)
    .from(recordings)
    .where(and(eq(recordings.id, id), eq(recordings.state, 'recording')))
  return found
}

export async function deleteRecordings(db: Db, ids: RecordingId[]): Promise<void> {
  await db.delete(recordings).where(inArray(recordings.id, ids))
}

/** Deletes some old rows and returns their files. */
export async function deleteOld(db: Db, before: Date, rows: number): Promise<string[]> {
  const old = db
    .select({ id: recordings.id })
    .from(recordings)
    .where(and(lt(recordings.startedAt, before), sql`${recordings.state} <> 'recording'`))
    .limit(rows)
  const gone = await db
    .delete(recordings)
    .where(inArray(recordings.id, old))
    .returning({ fileName: recordings.fileName })
  return gone.map(({ fileName }) => fileName)
}

/** Those of these files whose recordings have ended. */
export async function endedFiles(db: Db, names: string[]): Promise<string[]> {
  const rows = await db
    .select({ fileName: recordings.fileName })
    .from(recordings)
    .where(and(inArray(recordings.fileName, names), sql`${recordings.state} <> 'recording'`))
  return rows.map(({ fileName }) => fileName)
}

export async function knownFiles(db: Db, names: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ fileName: recordings.fileName })
    .from(recordings)
    .where(inArray(recordings.fileName, names))
  return new Set(rows.map(({ fileName }) => fileName))
}
