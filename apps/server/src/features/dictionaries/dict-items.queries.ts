import type { dictItems as calls, ListClass } from '@fleetdeck/contract/dictionaries'
import { Status } from '@fleetdeck/contract/enums'
import { and, asc, eq, ilike, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { containing, limitOf, orderOf } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { dictItems } from '../../platform/db/schema/dictionaries.ts'

export type DictItemFilter = z.output<(typeof calls)['list']['query']>
export type StoredItem = typeof dictItems.$inferSelect
type NewItem = Omit<z.output<(typeof calls)['add']['body']>, 'isDefault'> & {
  isDefault: boolean
  listClass: ListClass
}

const { id, dictLabel, dictValue, dictSort, createdAt } = dictItems
const sortable = { id, dictLabel, dictValue, dictSort, createdAt }

export async function listDictItems(db: Db, query: DictItemFilter) {
  const where = and(
    query.dictType ? eq(dictItems.dictType, query.dictType) : undefined,
    query.dictLabel ? ilike(dictItems.dictLabel, containing(query.dictLabel)) : undefined,
    query.status === undefined ? undefined : eq(dictItems.status, query.status),
  )
  const { limit, offset } = limitOf(query)
  const order = query.orderByColumn
    ? orderOf(query, sortable, dictItems.id)
    : [asc(dictItems.dictSort), asc(dictItems.id)]
  const list = await db
    .select()
    .from(dictItems)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(dictItems, where) }
}

export const listEnabledItems = (db: Db, dictType: string) =>
  db
    .select()
    .from(dictItems)
    .where(and(eq(dictItems.dictType, dictType), eq(dictItems.status, Status.on)))
    .orderBy(asc(dictItems.dictSort), asc(dictItems.id))

export async function findDictItem(db: Db, id: number): Promise<StoredItem | undefined> {
  const [found] = await db.select().from(dictItems).where(eq(dictItems.id, id))
  return found
}

export const insertDictItem = (db: Db, item: NewItem) => db.insert(dictItems).values(item)

export const updateDictItem = (db: Db, id: number, item: NewItem) =>
  db.update(dictItems).set(item).where(eq(dictItems.id, id))

/** A dictionary has one default at most. */
export const clearDefault = (db: Db, dictType: string) =>
  db.update(dictItems).set({ isDefault: false }).where(eq(dictItems.dictType, dictType))

export async function deleteDictItems(db: Db, ids: number[]): Promise<number> {
  const gone = await db.delete(dictItems).where(inArray(dictItems.id, ids)).returning({ id: dictItems.id })
  return gone.length
}
