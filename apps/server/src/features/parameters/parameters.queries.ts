import type { parameterRows } from '@fleetdeck/contract/parameter-rows'
import type { Language } from '@fleetdeck/i18n/languages'
import { and, eq, ilike, inArray, or } from 'drizzle-orm'
import type { z } from 'zod'
import { crudQueries } from '../../platform/crud/crud-queries.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import { containing, within } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { parameterValues } from '../../platform/db/schema/parameters.ts'
import { keysNamed } from './parameter-names.rules.ts'

export type StoredParameter = typeof parameterValues.$inferSelect

const { id, configName, configKey, builtIn, createdAt } = parameterValues

type Filter = z.output<typeof parameterRows.list.query> & { timeZone: string; language: Language }

export const parameterQueries = crudQueries({
  table: parameterValues,
  rows: (db: Db) => db.select().from(parameterValues).$dynamic(),
  sortable: { id, configName, configKey, builtIn, createdAt },
  // The site's own come first, however many came with the program.
  sorting: { orderByColumn: 'builtIn', isAsc: 'asc' },
  where: ({ timeZone, language, ...query }: Filter) =>
    and(
      query.configName
        ? or(
            ilike(configName, containing(query.configName)),
            inArray(configKey, keysNamed(language, query.configName)),
          )
        : undefined,
      filterBy.LIKE(configKey, query.configKey),
      query.configType === undefined ? undefined : eq(builtIn, query.configType === 1),
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
