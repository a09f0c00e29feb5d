import type { dictItems as calls } from '@fleetdeck/contract/dictionaries'
import { Status } from '@fleetdeck/contract/enums'
import { and, asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { crudQueries } from '../../platform/crud/crud-queries.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import type { Db } from '../../platform/db/db.ts'
import { dictItems } from '../../platform/db/schema/dictionaries.ts'
import { refusals } from './dictionaries.rules.ts'

export type StoredItem = typeof dictItems.$inferSelect

const { id, dictLabel, dictValue, dictSort, createdAt } = dictItems

export const itemQueries = crudQueries({
  table: dictItems,
  rows: (db: Db) => db.select().from(dictItems).$dynamic(),
  sortable: { id, dictLabel, dictValue, dictSort, createdAt },
  sorting: { orderByColumn: 'dictSort', isAsc: 'asc' },
  where: ({ dictType, dictLabel: label, status }: z.output<typeof calls.list.query>) =>
    and(
      filterBy.EQ(dictItems.dictType, dictType),
      filterBy.LIKE(dictLabel, label),
      filterBy.EQ(dictItems.status, status),
    ),
  refusals,
})

export const listEnabledItems = (db: Db, dictType: string) =>
  db
    .select()
    .from(dictItems)
    .where(and(eq(dictItems.dictType, dictType), eq(dictItems.status, Status.on)))
    .orderBy(asc(dictItems.dictSort), asc(dictItems.id))

/** A dictionary has at most one default. */
export const clearDefault = (db: Db, dictType: string) =>
  db.update(dictItems).set({ isDefault: false }).where(eq(dictItems.dictType, dictType))
