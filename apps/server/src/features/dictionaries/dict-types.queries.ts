import type { dictTypes as calls } from '@fleetdeck/contract/dictionaries'
import { Status } from '@fleetdeck/contract/enums'
import { and, asc, eq, ilike, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { containing, limitOf, orderOf, within } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { dictItems, dictTypes } from '../../platform/db/schema/dictionaries.ts'

export type DictTypeFilter = z.output<(typeof calls)['list']['query']>

const countOf = (status: Status) =>
  sql<number>`(select count(*) from ${dictItems} where ${dictItems.dictType} = dict_types.dict_type
    and ${dictItems.status} = ${status})`.mapWith(Number)

const row = {
  id: dictTypes.id,
  dictName: dictTypes.dictName,
  dictType: dictTypes.dictType,
  status: dictTypes.status,
  remark: dictTypes.remark,
  builtIn: dictTypes.builtIn,
  enabledCount: countOf(Status.on),
  disabledCount: countOf(Status.off),
  createdAt: dictTypes.createdAt,
}

export async function listDictTypes(db: Db, query: DictTypeFilter, timeZone: string) {
  const where = and(
    query.dictName ? ilike(dictTypes.dictName, containing(query.dictName)) : undefined,
    query.dictType ? ilike(dictTypes.dictType, containing(query.dictType)) : undefined,
    query.status === undefined ? undefined : eq(dictTypes.status, query.status),
    within(dictTypes.createdAt, query, timeZone),
  )
  const { limit, offset } = limitOf(query)
  const list = await db
    .select(row)
    .from(dictTypes)
    .where(where)
    .orderBy(...orderOf(query, row, dictTypes.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(dictTypes, where) }
}

export const listDictOptions = (db: Db) =>
  db
    .select({ id: dictTypes.id, dictType: dictTypes.dictType, dictName: dictTypes.dictName })
    .from(dictTypes)
    .where(eq(dictTypes.status, Status.on))
    .orderBy(asc(dictTypes.id))

export async function findDictTypes(db: Db, ids: number[]) {
  return db.select(row).from(dictTypes).where(inArray(dictTypes.id, ids)).orderBy(asc(dictTypes.id))
}

export async function findDictTypeByName(db: Db, dictType: string) {
  const [found] = await db.select(row).from(dictTypes).where(eq(dictTypes.dictType, dictType))
  return found
}

type NewType = { dictName: string; dictType: string; status: number; remark: string }

export const insertDictType = (db: Db, type: NewType) => db.insert(dictTypes).values(type)

/** A renamed type takes its values along. */
export const updateDictType = (db: Db, id: number, type: NewType) =>
  db.update(dictTypes).set(type).where(eq(dictTypes.id, id))

export const deleteDictTypes = (db: Db, ids: number[]) =>
  db.delete(dictTypes).where(inArray(dictTypes.id, ids))
