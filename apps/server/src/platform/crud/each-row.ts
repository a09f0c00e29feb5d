import { type AnyColumn, and, eq, gt, isNotNull, isNull, lt, or, type SQL } from 'drizzle-orm'
import { orderOf, type Sorting } from './page.ts'

type Sortable = Record<string, AnyColumn | SQL>

interface Chunk {
  /** What lies behind the chunk before; undefined for the first one. */
  after: SQL | undefined
  orderBy: SQL[]
  limit: number
}

/** Rows of one statement. Between two statements the embedded database does other work. */
const defaultChunkRows = 1000

/**
 * All rows of a list in its order, one chunk in memory at a time. Each chunk starts behind the last row of the one
 * before by its values (keyset), so rows that are added or removed meanwhile neither repeat nor hide others.
 */
export async function* eachChunk<Row extends { id: number }>(
  sorting: Sorting,
  { sortable, id }: { sortable: Sortable; id: AnyColumn },
  read: (chunk: Chunk) => PromiseLike<Row[]>,
  limit = defaultChunkRows,
): AsyncGenerator<Row[]> {
  const orderBy = orderOf(sorting, sortable, id)
  let last: Row | undefined
  for (;;) {
    const rows = await read({ after: last && behind(last, sorting, sortable, id), orderBy, limit })
    yield rows
    last = rows.at(-1)
    if (!last || rows.length < limit) return
  }
}

/** The same row by row. */
export async function* eachRow<Row extends { id: number }>(
  ...options: Parameters<typeof eachChunk<Row>>
): AsyncGenerator<Row> {
  for await (const rows of eachChunk<Row>(...options)) yield* rows
}

/** Rows that orderOf() puts behind this one. PostgreSQL sorts nulls last, and first where the order is descending. */
function behind(row: { id: number }, { orderByColumn, isAsc }: Sorting, sortable: Sortable, id: AnyColumn) {
  // Comparisons bind their value by the column's type where it is one.
  const column = orderByColumn && (sortable[orderByColumn] as AnyColumn | undefined)
  if (!column) return lt(id, row.id)
  const isDescending = isAsc === 'desc'
  if (column === id) return isDescending ? lt(id, row.id) : gt(id, row.id)
  const value = (row as Record<string, unknown>)[orderByColumn]
  if (value === null || value === undefined) {
    const laterNulls = and(isNull(column), gt(id, row.id))
    return isDescending ? or(isNotNull(column), laterNulls) : laterNulls
  }
  const sameValue = and(eq(column, value), gt(id, row.id))
  return isDescending ? or(lt(column, value), sameValue) : or(gt(column, value), sameValue, isNull(column))
}
