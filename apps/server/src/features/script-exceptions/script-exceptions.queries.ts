import type {
  DeviceId,
  ScriptCauseId,
  ScriptExceptionId,
  ScriptVersionId,
  UserId,
} from '@fleetdeck/contract/ids'
import {
  type scriptExceptions as calls,
  maxShares,
  unknownValue,
} from '@fleetdeck/contract/script-exceptions'
import { and, asc, desc, eq, exists, getTableColumns, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { crudQueries } from '../../platform/crud/crud-queries.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import { buildOrder, toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { NaturalKey } from '../../platform/db/natural-key.ts'
import { scriptCauses, scriptEvidence, scriptExceptions } from '../../platform/db/schema/script-exceptions.ts'
import { scripts, scriptVersions } from '../../platform/db/schema/scripts.ts'
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

const isVisible = (db: Db, scope: Scope) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(scriptCauses)
      .where(and(eq(scriptCauses.id, scriptExceptions.causeId), ownedWithin(scope, scriptCauses.tenantId))),
  )

export async function listExceptions(db: Db, scope: Scope, query: z.output<typeof calls.exceptions.query>) {
  const { causeId, deviceNo, scriptVersion, osVersion } = query
  const is = (column: AnyPgColumn, value: string | undefined) =>
    value === undefined ? undefined : eq(column, value === unknownValue ? '' : value)
  const where = and(
    eq(scriptExceptions.causeId, causeId),
    is(scriptExceptions.deviceNo, deviceNo),
    is(scriptExceptions.scriptVersion, scriptVersion),
    is(scriptExceptions.osVersion, osVersion),
    isVisible(db, scope),
  )
  const sortable = { id: scriptExceptions.id, deviceNo: new NaturalKey(scriptExceptions.deviceNo) }
  const { limit, offset } = toLimit(query)
  const list = await db
    .select()
    .from(scriptExceptions)
    .where(where)
    .orderBy(...buildOrder(query, sortable, scriptExceptions.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(scriptExceptions, where) }
}

async function sharesOf(db: Db, causeId: ScriptCauseId, column: AnyPgColumn<{ data: string }>) {
  const count = sql<number>`count(*)::int`
  return db
    .select({ value: sql<string>`${column}`, count })
    .from(scriptExceptions)
    .where(eq(scriptExceptions.causeId, causeId))
    .groupBy(column)
    .orderBy(desc(count), asc(column))
    .limit(maxShares)
}

export const countShares = async (db: Db, causeId: ScriptCauseId) => ({
  total: await db.$count(scriptExceptions, eq(scriptExceptions.causeId, causeId)),
  scriptVersion: await sharesOf(db, causeId, scriptExceptions.scriptVersion),
  deviceNo: await sharesOf(db, causeId, scriptExceptions.deviceNo),
  osVersion: await sharesOf(db, causeId, scriptExceptions.osVersion),
})

const current = alias(scriptVersions, 'current')

/** An error with the version that ran, if its script is within the other scope. */
export async function findException(db: Db, scope: Scope, scriptScope: Scope, id: ScriptExceptionId) {
  const [found] = await db
    .select({
      ...getTableColumns(scriptExceptions),
      count: scriptCauses.count,
      ran: {
        scriptId: scripts.id,
        versionId: scriptVersions.id,
        version: scriptVersions.version,
        currentVersionId: current.id,
        currentVersion: current.version,
      },
    })
    .from(scriptExceptions)
    .innerJoin(scriptCauses, eq(scriptCauses.id, scriptExceptions.causeId))
    .leftJoin(scriptVersions, eq(scriptVersions.id, scriptExceptions.versionId))
    .leftJoin(
      scripts,
      and(eq(scripts.id, scriptVersions.scriptId), ownedWithin(scriptScope, scripts.tenantId)),
    )
    .leftJoin(current, eq(current.id, scripts.versionId))
    .where(and(eq(scriptExceptions.id, id), isVisible(db, scope)))
  if (!found) return undefined
  const { scriptId, versionId, version, currentVersionId, currentVersion } = found.ran
  const isKnown = scriptId && versionId && version !== null && currentVersionId && currentVersion !== null
  const ran = isKnown ? { scriptId, versionId, version, currentVersionId, currentVersion } : null
  return { ...found, ran }
}

/** The files of the evidence of some causes, or of all within a scope. */
export const filesOfCauses = (db: Db, where: SQL | undefined) =>
  db
    .select({ fileName: scriptEvidence.fileName })
    .from(scriptEvidence)
    .innerJoin(scriptCauses, eq(scriptCauses.id, scriptEvidence.causeId))
    .where(where)

export const amongCauses = (ids: ScriptCauseId[]) => inArray(scriptCauses.id, ids)
export const causesWithin = (scope: Scope) => ownedWithin(scope, scriptCauses.tenantId)

export const deleteAllCauses = async (db: Db, scope: Scope) =>
  (await db.delete(scriptCauses).where(causesWithin(scope)).returning({ id: scriptCauses.id })).length

export interface NewException {
  tenantId: UserId
  deviceId: DeviceId
  deviceNo: string
  scriptName: string
  scriptVersion: string
  apkVersion: string
  /** Undefined: that of the phone's last heartbeat. */
  osVersion: string | undefined
  exception: string
  runKey?: string | undefined
  isTry: boolean
  /** When it was thrown. */
  createdAt: Date
}

/** What the phone says about the file that it ran. */
export interface RanFile {
  scriptId?: number | undefined
  scriptMd5?: string | undefined
}

/** The stored version with the content that ran; phones without its MD5 name the script and its version. */
function versionThatRan(
  { tenantId, scriptName, scriptVersion }: NewException,
  { scriptId, scriptMd5 }: RanFile,
) {
  const isSame = scriptMd5
    ? sql`v.md5 = ${scriptMd5.toLowerCase()} and ${scriptId ? sql`s.id = ${scriptId}` : sql`s.tenant_id = ${tenantId}`}`
    : sql`s.tenant_id = ${tenantId} and s.script_name = ${scriptName} and v.version = ${scriptVersion}`
  return sql<ScriptVersionId | null>`(select v.id from script_versions v join scripts s on s.id = v.script_id
    where ${isSame} order by v.version = ${scriptVersion} desc, v.id desc limit 1)`
}

/** Stores the error and counts it for its cause. */
export const insertException = (db: Db, found: NewException, ranFile: RanFile, cause: Cause) =>
  db.transaction(async (tx) => {
    const { tenantId, isTry, scriptName, scriptVersion, createdAt, osVersion, ...rest } = found
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
    const ofPhone = sql<string>`coalesce((select os_version from device_runtime where device_id = ${found.deviceId}), '')`
    const stored = await tx
      .insert(scriptExceptions)
      .values({
        ...{ ...rest, scriptName, scriptVersion, createdAt },
        causeId: insertedRow(kept).id,
        osVersion: osVersion ?? ofPhone,
        versionId: versionThatRan(found, ranFile),
      })
      .returning({ id: scriptExceptions.id })
    return insertedRow(stored).id
  })

/** Returns the files of deleted evidence. */
export async function pruneExceptions(db: Db, before: Date): Promise<string[]> {
  const files = await db
    .select({ fileName: scriptEvidence.fileName })
    .from(scriptEvidence)
    .innerJoin(scriptExceptions, eq(scriptExceptions.id, scriptEvidence.exceptionId))
    .where(lt(scriptExceptions.createdAt, before))
  await db.delete(scriptExceptions).where(lt(scriptExceptions.createdAt, before))
  await db.delete(scriptCauses).where(lt(scriptCauses.lastAt, before))
  return files.map(({ fileName }) => fileName)
}
