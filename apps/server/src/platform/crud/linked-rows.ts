import type { LinkedQuery } from '@fleetdeck/contract/linked-rows'
import { and, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db/db.ts'
import { crudQueries } from './crud-queries.ts'
import { filterBy } from './filter-by.ts'

/** A table that a column of another table refers to by id. */
interface Link {
  table: PgTable
  id: AnyPgColumn<{ data: number }>
  /** The label of a row; a row without one is shown by its id. */
  label: AnyPgColumn<{ data: string }>
}

/** The rows that a column can refer to, by label. */
export const linkedQueries = ({ table, id, label }: Link) =>
  crudQueries({
    table,
    id,
    rows: (db: Db) =>
      db
        .select({ id, label: sql<string>`coalesce(${label}, ${id}::text)` })
        .from(table)
        .$dynamic(),
    sortable: { label },
    sorting: { orderByColumn: 'label' },
    where: (query: LinkedQuery) => and(filterBy.EQ(id, query.id), filterBy.LIKE(label, query.search)),
  })
