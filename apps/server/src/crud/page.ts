import type { PageRequest } from '@fleetdeck/contract/endpoint'
import { type AnyColumn, asc, desc, type SQL } from 'drizzle-orm'

export const limitOf = ({ pageNum, pageSize }: { pageNum: number; pageSize: number }) => ({
  limit: pageSize,
  offset: (pageNum - 1) * pageSize,
})

/** Sorting by an allow-list of columns; the id makes the order of equal rows stable from page to page. */
export function orderOf(
  { orderByColumn, isAsc }: PageRequest,
  columns: Record<string, AnyColumn | SQL>,
  id: AnyColumn,
): SQL[] {
  const column = orderByColumn ? columns[orderByColumn] : undefined
  if (!column) return [desc(id)]
  if (column === id) return [isAsc === 'desc' ? desc(id) : asc(id)]
  return [isAsc === 'desc' ? desc(column) : asc(column), asc(id)]
}

/** A pattern that finds the text anywhere, with what LIKE would interpret taken literally. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
