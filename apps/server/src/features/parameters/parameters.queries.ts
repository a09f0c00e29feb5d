import type { parameterRows } from '@fleetdeck/contract/parameter-rows'
import { and, eq, ilike, inArray, or } from 'drizzle-orm'
import type { z } from 'zod'
import { crudQueries } from '../../platform/crud/crud-queries.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import { containing, within } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { parameterValues } from '../../platform/db/schema/parameters.ts'

export type StoredParameter = typeof parameterValues.$inferSelect

const { id, configName, configKey, createdAt } = parameterValues

interface Filter extends Omit<z.output<(typeof parameterRows)['list']['query']>, 'pageNum' | 'pageSize'> {
  timeZone: string
  /** Keys whose name in the catalogue matches the filter; these names are not in the table. */
  keysByName: string[]
}

export const parameterQueries = crudQueries({
  table: parameterValues,
  rows: (db: Db) => db.select().from(parameterValues).$dynamic(),
  sortable: { id, configName, configKey, createdAt },
  sorting: { orderByColumn: 'id', isAsc: 'asc' },
  where: ({ timeZone, keysByName, ...query }: Filter) =>
    and(
      query.configName
        ? or(ilike(configName, containing(query.configName)), inArray(configKey, keysByName))
        : undefined,
      filterBy.LIKE(configKey, query.configKey),
      query.configType === undefined ? undefined : eq(parameterValues.builtIn, query.configType === 1),
      within(createdAt, query, timeZone),
    ),
  refusals: { parameters_key: 'parameterKeyTaken' },
})

/** All or none; null restores the default. */
export const updateValues = (db: Db, values: { key: string; value: string | null }[]) =>
  db.transaction(async (tx) => {
    for (const { key, value } of values)
      await tx.update(parameterValues).set({ configValue: value }).where(eq(configKey, key))
  })
