import type { SearchMatch } from '@fleetdeck/contract/dynamic-data'
import type { DynamicRowId, DynamicTableId } from '@fleetdeck/contract/ids'
import { and, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../platform/core/app-error.ts'
import { containing } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { sqlFailure } from '../../platform/db/db.ts'
import { columnOf, type Design, type FieldValues, fieldNamed, queryColumns, tableOf } from './design.ts'
import { parseCondition } from './query/condition.ts'
import { parseOrder } from './query/order.ts'
import { conditionSql, orderSql } from './query/to-sql.ts'

export interface StoredRow {
  id: DynamicRowId
  gmtModified: Date
  values: Record<string, string | null>
}
export interface Choice {
  where: SQL | undefined
  orderBy: SQL[]
  offset: number
  /** Undefined means all. */
  limit: number | undefined
}

const id = sql.identifier('id')
export const newestFirst: SQL[] = [sql`${id} desc`]
export const oldestFirst: SQL[] = [sql`${id} asc`]

type Fields = Record<string, unknown> & { id: DynamicRowId }

/** Rows of a page, or of a script's query. */
export async function selectRows(db: Db, design: Design, choice: Choice): Promise<StoredRow[]> {
  const fields = design.columns.map((column) => sql`, ${columnOf(column)}`)
  const { rows } = await db.execute<Fields>(
    sql`select id::float8 as id, extract(epoch from gmt_modified)::float8 * 1000 as modified ${sql.join(fields)} from ${tableOf(design)}
      ${buildWhere(choice.where)} order by ${sql.join(choice.orderBy, sql`, `)}
      ${choice.limit === undefined ? sql`` : sql`limit ${choice.limit}`} offset ${choice.offset}`,
  )
  return rows.map((row) => stored(design, row))
}

function stored({ columns }: Design, row: Fields): StoredRow {
  const values = columns.map(({ no, columnName }) => [columnName, row[`c_${no}`] as string | null])
  return {
    id: row.id,
    gmtModified: new Date(row.modified as number),
    values: Object.fromEntries(values),
  }
}

export async function countRows(
  db: Db,
  design: { id: DynamicTableId },
  where: SQL | undefined,
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::float8 as count from ${tableOf(design)} ${buildWhere(where)}`,
  )
  return rows[0]?.count ?? 0
}

/** Inserts rows that all fill the same fields; returns the ids. */
export async function insertRows(db: Db, design: Design, rows: FieldValues[]): Promise<DynamicRowId[]> {
  const numbers = [...(rows[0]?.keys() ?? [])]
  if (numbers.length === 0) return insertEmpty(db, design, rows.length)
  const names = numbers.map((no) => sql`${columnOf({ no })}`)
  const lists = numbers.map((no) => sql`${sql.param(rows.map((row) => row.get(no) ?? null))}::varchar[]`)
  const added = await db.execute<{ id: DynamicRowId }>(
    sql`insert into ${tableOf(design)} (${sql.join(names, sql`, `)})
      select * from unnest(${sql.join(lists, sql`, `)}) returning id::float8 as id`,
  )
  return added.rows.map((row) => row.id)
}

async function insertEmpty(db: Db, design: Design, count: number): Promise<DynamicRowId[]> {
  const { rows } = await db.execute<{ id: DynamicRowId }>(
    sql`insert into ${tableOf(design)} (gmt_modified) select now() from generate_series(1, ${count}::int)
      returning id::float8 as id`,
  )
  return rows.map((row) => row.id)
}

/** Returns how many rows were changed. */
export async function updateRows(
  db: Db,
  design: Design,
  where: SQL | undefined,
  values: FieldValues,
): Promise<number> {
  const sets = [...values].map(([no, value]) => sql`, ${columnOf({ no })} = ${value}`)
  const { rowCount } = await db.execute(
    sql`update ${tableOf(design)} set gmt_modified = now() ${sql.join(sets)} ${buildWhere(where)}`,
  )
  return rowCount ?? 0
}

/** Returns how many rows were removed. */
export async function deleteRows(db: Db, design: Design, where: SQL | undefined): Promise<number> {
  const { rowCount } = await db.execute(sql`delete from ${tableOf(design)} ${buildWhere(where)}`)
  return rowCount ?? 0
}

const buildWhere = (where: SQL | undefined) => (where ? sql`where ${where}` : sql``)

export const withIds = (ids: DynamicRowId[]): SQL => sql`${id} = any(${sql.param(ids)}::bigint[])`
export type Condition = SQL | undefined
export const joined = (...tests: Condition[]): Condition => and(...tests)
export const behind = (after: DynamicRowId): SQL => sql`${id} > ${after}`

/** The conditions of the search form; blank fields are ignored. */
export function searchCondition(
  design: Design,
  search: Record<string, string>,
  match: SearchMatch,
): SQL | undefined {
  const tests = Object.entries(search)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => {
      const column = columnOf(fieldNamed(design, name))
      if (match === 'equals') return sql`${column} = ${text}`
      const pattern = containing(text)
      return match === 'contains' ? sql`${column} ilike ${pattern}` : sql`${column} like ${pattern.slice(1)}`
    })
  return and(...tests)
}

/** The conditions of a script: fields that equal values, and its fragment. */
export function scriptCondition(
  design: Design,
  { search, query }: { search: Record<string, string | null>; query: string },
): SQL | undefined {
  const columns = queryColumns(design)
  const tests = Object.entries(search).map(([name, value]) => {
    const column = columns.get(name.toLowerCase())
    if (!column) throw new AppError('dynamicFieldUnknown', { field: name.slice(0, 63) })
    if (value === null) return sql`${column.name} is null`
    const operand = { text: value }
    return conditionSql({ is: 'compare', column, operator: '=', value: operand })
  })
  const condition = parseCondition(query, columns)
  return and(...tests, condition && conditionSql(condition))
}

/** Order and limit of a script's rows; by default the newest are last. */
export function scriptOrder(design: Design, order: string): Omit<Choice, 'where'> {
  const parsed = parseOrder(order, queryColumns(design))
  const { offset, limit } = parsed
  return { orderBy: parsed.by.length ? orderSql(parsed) : oldestFirst, offset, limit }
}

/** The list column to sort by, then the id; unknown columns are refused. */
export function sortedBy(
  design: Design,
  { orderByColumn, isAsc }: { orderByColumn?: string | undefined; isAsc?: string | undefined },
): SQL[] {
  if (!orderByColumn) return newestFirst
  const direction = isAsc === 'desc' ? sql`desc` : sql`asc`
  if (orderByColumn === 'id') return [sql`${id} ${direction}`]
  const column =
    orderByColumn === 'gmtModified'
      ? sql.identifier('gmt_modified')
      : columnOf(fieldNamed(design, orderByColumn))
  return [sql`${column} ${direction}`, sql`${id} ${direction}`]
}

/** The design changed between reading and using it: its field or its table no longer exists. */
export function isOutdated(error: unknown): boolean {
  const { state } = sqlFailure(error)
  return state === '42703' || state === '42P01'
}
