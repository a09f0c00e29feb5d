import type { PageRequest } from '@fleetdeck/contract/endpoint'
import { type AnyColumn, and, asc, desc, type SQL, sql } from 'drizzle-orm'

export type Sorting = Pick<PageRequest, 'orderByColumn' | 'isAsc'>

export const toLimit = ({ pageNum, pageSize }: { pageNum: number; pageSize: number }) => ({
  limit: pageSize,
  offset: (pageNum - 1) * pageSize,
})

/** Sorting by an allow-list of columns; the id keeps the order of equal rows stable between pages. */
export function buildOrder(
  { orderByColumn, isAsc }: Sorting,
  columns: Record<string, AnyColumn | SQL>,
  id: AnyColumn,
): SQL[] {
  const column = orderByColumn ? columns[orderByColumn] : undefined
  if (!column) return [desc(id)]
  if (column === id) return [isAsc === 'desc' ? desc(id) : asc(id)]
  return [isAsc === 'desc' ? desc(column) : asc(column), asc(id)]
}

/** A pattern that matches the text anywhere; characters special to LIKE are escaped. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Days in a time zone, both inclusive; a missing bound is open. */
export const within = (
  column: AnyColumn | SQL,
  { beginTime, endTime }: { beginTime?: string | undefined; endTime?: string | undefined },
  timeZone: string,
) =>
  and(
    beginTime ? sql`${column} >= ${beginTime}::date::timestamp at time zone ${timeZone}` : undefined,
    endTime ? sql`${column} < (${endTime}::date + 1)::timestamp at time zone ${timeZone}` : undefined,
  )
