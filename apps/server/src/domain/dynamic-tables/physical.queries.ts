import type { DynamicColumn } from '@fleetdeck/contract/dynamic-tables'
import type { DynamicTableId } from '@fleetdeck/contract/ids'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { columnOf, indexOf, tableOf } from './design.ts'

type Table = { id: DynamicTableId }

/** Sorted and compared by code point on every database, so that an index serves `like 'a%'` too. */
const columnType = ({ columnSize }: DynamicColumn) => sql`varchar(${sql.raw(String(columnSize))}) collate "C"`

export async function createTable(tx: Db, table: Table, columns: DynamicColumn[]) {
  const fields = columns.map((column) => sql`, ${columnOf(column)} ${columnType(column)}`)
  await tx.execute(sql`create table ${tableOf(table)} (
    id bigint generated always as identity primary key,
    gmt_modified timestamptz(3) not null default now()
    ${sql.join(fields)}
  )`)
  for (const column of columns) if (column.isSearched) await createIndex(tx, table, column)
}

export const dropTable = (tx: Db, table: Table) => tx.execute(sql`drop table if exists ${tableOf(table)}`)

/** With the id as second column the newest matching rows come first without sorting. */
const createIndex = (tx: Db, table: Table, column: DynamicColumn) =>
  tx.execute(sql`create index ${indexOf(table, column)} on ${tableOf(table)} (${columnOf(column)}, id)`)

const dropIndex = (tx: Db, table: Table, column: DynamicColumn) =>
  tx.execute(sql`drop index if exists dynamic.${indexOf(table, column)}`)

export interface ColumnChanges {
  added: DynamicColumn[]
  removed: DynamicColumn[]
  /** The columns after the change, with another length. */
  resized: DynamicColumn[]
  /** The columns after the change, with another part in the search. */
  reindexed: DynamicColumn[]
}

export async function alterTable(
  tx: Db,
  table: Table,
  { added, removed, resized, reindexed }: ColumnChanges,
) {
  const steps: SQL[] = [
    ...removed.map((column) => sql`drop column ${columnOf(column)}`),
    ...added.map((column) => sql`add column ${columnOf(column)} ${columnType(column)}`),
    ...resized.map((column) => sql`alter column ${columnOf(column)} type ${columnType(column)}`),
  ]
  for (const column of reindexed) if (!column.isSearched) await dropIndex(tx, table, column)
  if (steps.length) await tx.execute(sql`alter table ${tableOf(table)} ${sql.join(steps, sql`, `)}`)
  for (const column of [...added, ...reindexed]) if (column.isSearched) await createIndex(tx, table, column)
}

/** Blocks writes to the table until the transaction ends. */
export const lockTable = (tx: Db, table: Table) =>
  tx.execute(sql`lock table ${tableOf(table)} in share row exclusive mode`)

export interface Filling {
  /** Filled-in values. */
  values: number
  /** Among them: values longer than the requested limit, and the longest value. */
  longer: number
  longest: number
}

/** How columns are filled, in one pass over the table. */
export async function measureFilling(
  tx: Db,
  table: Table,
  columns: { no: number; limit: number }[],
): Promise<Map<number, Filling>> {
  if (columns.length === 0) return new Map()
  const counts = columns.flatMap((column) => {
    const name = columnOf(column)
    return [
      sql`count(*) filter (where ${name} <> '')`,
      sql`count(*) filter (where char_length(${name}) > ${column.limit})`,
      sql`coalesce(max(char_length(${name})), 0)`,
    ]
  })
  const { rows } = await tx.execute<{ counted: number[] }>(
    sql`select to_json(array[${sql.join(counts, sql`, `)}]) as counted from ${tableOf(table)}`,
  )
  const counted = rows[0]?.counted ?? []
  return new Map(
    columns.map(({ no }, index) => {
      const [values = 0, longer = 0, longest = 0] = counted.slice(index * 3)
      return [no, { values, longer, longest }]
    }),
  )
}
