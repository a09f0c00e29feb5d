import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import type { scriptExceptions as calls } from '@fleetdeck/contract/script-exceptions'
import { and, eq, exists, getTableColumns, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { crudQueries } from '../../platform/crud/crud-queries.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import { buildOrder, toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { scriptCauses, scriptExceptions } from '../../platform/db/schema/script-exceptions.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { Cause } from './cause.rules.ts'

const row = {
  ...getTableColumns(scriptCauses),
  devices: sql<number>`(select count(distinct device_no)::int from script_exceptions e where e.cause_id = ${scriptCauses.id})`,
  userName: users.userName,
}

export const causeQueries = crudQueries({
  table: scriptCauses,
  rows: (db: Db) =>
    db.select(row).from(scriptCauses).innerJoin(users, eq(users.id, scriptCauses.tenantId)).$dynamic(),
  sortable: row,
  sorting: { orderByColumn: 'lastAt', isAsc: 'desc' },
  visible: (scope: Scope) => ownedWithin(scope, scriptCauses.tenantId),
  where: buildConditions,
})

function buildConditions({
  scriptName,
  message,
  tenantId,
  deviceNo,
  scriptVersion,
  kind,
}: z.output<typeof calls.list.query>) {
  const some = and(
    eq(scriptExceptions.causeId, scriptCauses.id),
    filterBy.EQ(scriptExceptions.deviceNo, deviceNo),
    filterBy.EQ(scriptExceptions.scriptVersion, scriptVersion),
  )
  return and(
    filterBy.LIKE(scriptCauses.scriptName, scriptName),
    filterBy.LIKE(scriptCauses.message, message),
    filterBy.EQ(scriptCauses.tenantId, tenantId),
    eq(scriptCauses.isTry, kind === 'try'),
    deviceNo || scriptVersion ? sql`exists (select from ${scriptExceptions} where ${some})` : undefined,
  )
}

export async function listExceptions(db: Db, scope: Scope, query: z.output<typeof calls.exceptions.query>) {
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
  const { limit, offset } = toLimit(query)
  const list = await db
    .select()
    .from(scriptExceptions)
    .where(where)
    .orderBy(...buildOrder(query, scriptExceptions as never, scriptExceptions.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(scriptExceptions, where) }
}

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
  isTry: boolean
  /** When it was thrown. */
  createdAt: Date
}

/** Stores the error and counts it for its cause. */
export const insertException = (db: Db, { tenantId, isTry, ...found }: NewException, cause: Cause) =>
  db.transaction(async (tx) => {
    const { scriptName, scriptVersion } = found
    const { createdAt } = found
    const { message, frame, fingerprint } = cause
    const kept = await tx
      .insert(scriptCauses)
      .values({
        tenantId,
        scriptName,
        isTry,
        fingerprint,
        message,
        frame,
        scriptVersion,
        count: 1,
        firstAt: createdAt,
        lastAt: createdAt,
      })
      .onConflictDoUpdate({
        target: [
          scriptCauses.tenantId,
          scriptCauses.scriptName,
          scriptCauses.fingerprint,
          scriptCauses.isTry,
        ],
        set: {
          message,
          scriptVersion,
          firstAt: sql`least(${scriptCauses.firstAt}, excluded.first_at)`,
          lastAt: sql`greatest(${scriptCauses.lastAt}, excluded.last_at)`,
          count: sql`${scriptCauses.count} + 1`,
        },
      })
      .returning({ id: scriptCauses.id })
    await tx.insert(scriptExceptions).values({ ...found, causeId: insertedRow(kept).id })
  })

export async function pruneExceptions(db: Db, before: Date) {
  await db.delete(scriptExceptions).where(lt(scriptExceptions.createdAt, before))
  await db.delete(scriptCauses).where(lt(scriptCauses.lastAt, before))
}
