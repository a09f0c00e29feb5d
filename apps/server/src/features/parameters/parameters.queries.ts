import type { parameterRows } from '@fleetdeck/contract/parameter-rows'
import { and, asc, eq, ilike, inArray, or } from 'drizzle-orm'
import type { z } from 'zod'
import { containing, limitOf, orderOf, within } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { parameterValues } from '../../platform/db/schema/parameters.ts'

export type ParameterFilter = z.output<(typeof parameterRows)['list']['query']>
export type StoredParameter = typeof parameterValues.$inferSelect

const { id, configName, configKey, createdAt } = parameterValues
const sortable = { id, configName, configKey, createdAt }

interface Where {
  timeZone: string
  /** Keys whose name in the catalogue fits the filter: those names are not in the table. */
  keysByName: string[]
}

export async function listParameters(db: Db, query: ParameterFilter, { timeZone, keysByName }: Where) {
  const where = and(
    query.configName
      ? or(ilike(configName, containing(query.configName)), inArray(configKey, keysByName))
      : undefined,
    query.configKey ? ilike(configKey, containing(query.configKey)) : undefined,
    query.configType === undefined ? undefined : eq(parameterValues.builtIn, query.configType === 1),
    within(createdAt, query, timeZone),
  )
  const { limit, offset } = limitOf(query)
  const order = query.orderByColumn ? orderOf(query, sortable, id) : [asc(id)]
  const list = await db
    .select()
    .from(parameterValues)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(parameterValues, where) }
}

export const findParameters = (db: Db, ids: number[]): Promise<StoredParameter[]> =>
  db.select().from(parameterValues).where(inArray(id, ids)).orderBy(asc(id))

type NewParameter = Pick<StoredParameter, 'configName' | 'configKey' | 'configValue' | 'builtIn' | 'remark'>

export const insertParameter = (db: Db, row: NewParameter) => db.insert(parameterValues).values(row)

export const updateParameter = (db: Db, rowId: number, row: NewParameter) =>
  db.update(parameterValues).set(row).where(eq(id, rowId))

export const deleteParameters = (db: Db, ids: number[]) => db.delete(parameterValues).where(inArray(id, ids))

/** All or none; null is the registry's default. */
export const updateValues = (db: Db, values: { key: string; value: string | null }[]) =>
  db.transaction(async (tx) => {
    for (const { key, value } of values)
      await tx.update(parameterValues).set({ configValue: value }).where(eq(configKey, key))
  })
