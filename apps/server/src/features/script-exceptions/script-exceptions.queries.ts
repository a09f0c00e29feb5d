import type { PageRequest } from '@fleetdeck/contract/endpoint'
import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import { and, eq, exists, ilike, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { containing, limitOf, orderOf } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { scriptCauses, scriptExceptions } from '../../platform/db/schema/script-exceptions.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { Cause } from './cause.rules.ts'

export interface CauseFilter extends PageRequest {
  scriptName?: string | undefined
  message?: string | undefined
  deviceNo?: string | undefined
  scriptVersion?: string | undefined
  tenantId?: UserId | undefined
}

const row = {
  id: scriptCauses.id,
  scriptName: scriptCauses.scriptName,
  message: scriptCauses.message,
  frame: scriptCauses.frame,
  scriptVersion: scriptCauses.scriptVersion,
  count: scriptCauses.count,
  devices: sql<number>`(select count(distinct device_no)::int from script_exceptions e where e.cause_id = ${scriptCauses.id})`,
  firstAt: scriptCauses.firstAt,
  lastAt: scriptCauses.lastAt,
  tenantId: scriptCauses.tenantId,
  userName: users.userName,
}

export async function listCauses(db: Db, scope: Scope, query: CauseFilter) {
  const where = and(ownedWithin(scope, scriptCauses.tenantId), ...buildConditions(db, query))
  const { limit, offset } = limitOf(query)
  const newest = {
    ...query,
    orderByColumn: query.orderByColumn ?? 'lastAt',
    isAsc: query.isAsc ?? 'desc',
  } as const
  const list = await db
    .select(row)
    .from(scriptCauses)
    .innerJoin(users, eq(users.id, scriptCauses.tenantId))
    .where(where)
    .orderBy(...orderOf(newest, row, scriptCauses.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(scriptCauses, where) }
}

function buildConditions(db: Db, query: CauseFilter): (SQL | undefined)[] {
  const like = (words: string | undefined, column: typeof scriptCauses.message) =>
    words ? ilike(column, containing(words)) : undefined
  const wanted = [
    query.deviceNo ? eq(scriptExceptions.deviceNo, query.deviceNo) : undefined,
    query.scriptVersion ? eq(scriptExceptions.scriptVersion, query.scriptVersion) : undefined,
  ]
  const some = db
    .select({ one: sql`1` })
    .from(scriptExceptions)
    .where(and(eq(scriptExceptions.causeId, scriptCauses.id), ...wanted))
  return [
    like(query.scriptName, scriptCauses.scriptName as never),
    like(query.message, scriptCauses.message),
    query.tenantId ? eq(scriptCauses.tenantId, query.tenantId) : undefined,
    wanted.some(Boolean) ? exists(some) : undefined,
  ]
}

export async function listExceptions(
  db: Db,
  scope: Scope,
  query: PageRequest & { causeId: number; deviceNo?: string | undefined },
) {
  const where = and(
    eq(scriptExceptions.causeId, query.causeId),
    query.deviceNo ? eq(scriptExceptions.deviceNo, query.deviceNo) : undefined,
    exists(
      db
        .select({ one: sql`1` })
        .from(scriptCauses)
        .where(and(eq(scriptCauses.id, scriptExceptions.causeId), ownedWithin(scope, scriptCauses.tenantId))),
    ),
  )
  const { limit, offset } = limitOf(query)
  const list = await db
    .select()
    .from(scriptExceptions)
    .where(where)
    .orderBy(...orderOf(query, scriptExceptions as never, scriptExceptions.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(scriptExceptions, where) }
}

export async function allCausesVisible(db: Db, scope: Scope, ids: number[]) {
  const where = and(inArray(scriptCauses.id, ids), ownedWithin(scope, scriptCauses.tenantId))
  return (await db.$count(scriptCauses, where)) === new Set(ids).size
}

export const deleteCauses = (db: Db, ids: number[]) =>
  db.delete(scriptCauses).where(inArray(scriptCauses.id, ids))

export const deleteAllCauses = async (db: Db, scope: Scope) =>
  (
    await db
      .delete(scriptCauses)
      .where(ownedWithin(scope, scriptCauses.tenantId))
      .returning({ id: scriptCauses.id })
  ).length

export interface NewException {
  tenantId: UserId
  deviceId: DeviceId
  deviceNo: string
  scriptName: string
  scriptVersion: string
  apkVersion: string
  exception: string
  runKey?: string | undefined
}

/** Counts it with its cause, and keeps it. */
export const insertException = (db: Db, { tenantId, ...found }: NewException, cause: Cause) =>
  db.transaction(async (tx) => {
    const { scriptName, scriptVersion } = found
    const now = new Date()
    const { message, frame, fingerprint } = cause
    const kept = await tx
      .insert(scriptCauses)
      .values({
        tenantId,
        scriptName,
        fingerprint,
        message,
        frame,
        scriptVersion,
        count: 1,
        firstAt: now,
        lastAt: now,
      })
      .onConflictDoUpdate({
        target: [scriptCauses.tenantId, scriptCauses.scriptName, scriptCauses.fingerprint],
        set: { message, scriptVersion, lastAt: now, count: sql`${scriptCauses.count} + 1` },
      })
      .returning({ id: scriptCauses.id })
    await tx.insert(scriptExceptions).values({ ...found, causeId: insertedRow(kept).id })
  })

export async function pruneExceptions(db: Db, before: Date) {
  await db.delete(scriptExceptions).where(lt(scriptExceptions.createdAt, before))
  await db.delete(scriptCauses).where(lt(scriptCauses.lastAt, before))
}
