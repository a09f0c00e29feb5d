import type { LinkedQuery } from '@fleetdeck/contract/linked-rows'
import { asc, eq, ilike, inArray } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { AppError } from '../core/app-error.ts'
import type { Db } from '../db/db.ts'
import { containing, toLimit } from './page.ts'

/** A table that a column of another table refers to by id. */
export interface Link {
  table: PgTable
  id: AnyPgColumn<{ data: number }>
  /** The label of a row; a row without one is shown by its id. */
  label: AnyPgColumn<{ data: string }>
}

/** The options, sorted by label. */
export async function listLinked(db: Db, { table, id, label }: Link, query: LinkedQuery) {
  const isFound = query.search ? ilike(label, containing(query.search)) : undefined
  const where = query.id === undefined ? isFound : eq(id, query.id)
  const { limit, offset } = toLimit(query)
  const rows = await db
    .select({ id, label })
    .from(table)
    .where(where)
    .orderBy(asc(label), asc(id))
    .limit(limit)
    .offset(offset)
  const list = rows.map((row) => ({ id: Number(row.id), label: row.label ?? String(row.id) }))
  return { list, total: await db.$count(table, where) }
}

/** Refuses unknown ids, with the label of their column; an empty list passes. */
export async function requireLinked(
  db: Db,
  { table, id }: Link,
  named: readonly (number | null | undefined)[],
  name: string,
): Promise<void> {
  const wanted = [...new Set(named.filter((each) => each !== null && each !== undefined))]
  if (wanted.length === 0) return
  const present = await db.$count(table, inArray(id, wanted))
  if (present < wanted.length) throw new AppError('rowUnlinked', { name })
}
