import type { dictTypes as calls } from '@fleetdeck/contract/dictionaries'
import { Status } from '@fleetdeck/contract/enums'
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { crudQueries } from '../../platform/crud/crud-queries.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import { within } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { dictItems, dictTypes } from '../../platform/db/schema/dictionaries.ts'
import { refusals } from './dictionaries.rules.ts'

const countItems = (status: Status) =>
  sql<number>`(select count(*) from ${dictItems} where ${dictItems.dictType} = dict_types.dict_type
    and ${dictItems.status} = ${status})`.mapWith(Number)

const row = {
  ...getTableColumns(dictTypes),
  enabledCount: countItems(Status.on),
  disabledCount: countItems(Status.off),
}

/** Renaming a type renames it in its values. */
export const typeQueries = crudQueries({
  table: dictTypes,
  rows: (db: Db) => db.select(row).from(dictTypes).$dynamic(),
  sortable: row,
  where: ({ timeZone, ...query }: z.output<typeof calls.list.query> & { timeZone: string }) =>
    and(
      filterBy.LIKE(dictTypes.dictName, query.dictName),
      filterBy.LIKE(dictTypes.dictType, query.dictType),
      filterBy.EQ(dictTypes.status, query.status),
      within(dictTypes.createdAt, query, timeZone),
    ),
  refusals,
})

export const listDictOptions = (db: Db) =>
  db
    .select({ id: dictTypes.id, dictType: dictTypes.dictType, dictName: dictTypes.dictName })
    .from(dictTypes)
    .where(eq(dictTypes.status, Status.on))
    .orderBy(asc(dictTypes.id))

export async function findDictTypeByName(db: Db, dictType: string) {
  const [found] = await db.select(row).from(dictTypes).where(eq(dictTypes.dictType, dictType))
  return found
}
