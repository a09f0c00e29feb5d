import { type AnyColumn, and, eq, gt, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { NaturalKey } from '../db/natural-key.ts'
import { buildOrder, type Sorting } from './page.ts'

type Sortable = Record<string, AnyColumn | SQL>

interface Chunk {
  /** The position after the previous chunk; undefined for the first one. */
  after: SQL | undefined
  orderBy: SQL[]
  limit: number
}

/** Rows per statement. Between two statements the embedded database can do other work. */
const defaultChunkRows = 1000

/**
 * All rows of a list in its order, with one chunk in memory at a time. Each chunk starts after the last row of the
 * previous one, by its values (keyset pagination). Rows that are added or removed in the meantime neither repeat nor
 * hide others.
 */
export async function* eachChunk<Row extends { id: number }>(
  sorting: Sorting,
  { sortable, id }: { sortable: Sortable; id: AnyColumn },
  read: (chunk: Chunk) => PromiseLike<Row[]>,
  limit = defaultChunkRows,
): AsyncGenerator<Row[]> {
  const orderBy = buildOrder(sorting, sortable, id)
  let last: Row | undefined
  for (;;) {
    const rows = await read({ after: last && behind(last, sorting, sortable, id), orderBy, limit })
    yield rows
    last = rows.at(-1)
    if (!last || rows.length < limit) return
  }
}

/** The same, row by row. */
export async function* eachRow<Row extends { id: number }>(
  ...options: Parameters<typeof eachChunk<Row>>
): AsyncGenerator<Row> {
  for await (const rows of eachChunk<Row>(...options)) yield* rows
}

/** Rows that buildOrder() sorts after this one. PostgreSQL sorts nulls last, and first in descending order. */
function behind(row: { id: number }, { orderByColumn, isAsc }: Sorting, sortable: Sortable, id: AnyColumn) {
  // Comparisons with a column bind their value with the column's type.
  const column = orderByColumn && (sortable[orderByColumn] as AnyColumn | undefined)
  if (!column) return lt(id, row.id)
  const isDescending = isAsc === 'desc'
  if (column === id) return isDescending ? lt(id, row.id) : gt(id, row.id)
  const found = (row as Record<string, unknown>)[orderByColumn]
  if (found === null || found === undefined) {
    const laterNulls = and(isNull(column), gt(id, row.id))
    return isDescending ? or(isNotNull(column), laterNulls) : laterNulls
  }
  const value = (column as unknown) instanceof NaturalKey ? new NaturalKey(sql`${found}::text`) : found
  const sameValue = and(eq(column, value), gt(id, row.id))
  return isDescending ? or(lt(column, value), sameValue) : or(gt(column, value), sameValue, isNull(column))
}
