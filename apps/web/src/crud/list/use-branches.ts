import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { Sort } from '../list-address.ts'

/** Rows that are below other rows of the same list. */
export interface BranchOptions<Row> {
  /** How many rows are directly below. */
  countOf: (row: Row) => number
  /** The name of the condition that lists the rows below an id. */
  condition: string
}

/** The content in place of rows that are not shown. */
export interface BranchNote {
  /** Negative: ids of rows are positive. */
  id: number
  ofId: number
  state: 'loading' | 'failed' | 'more'
  /** Rows that are not shown. */
  count: number
  retry: () => unknown
}
type BranchRow<Row> = Row & { children?: (BranchRow<Row> | BranchNote)[] }

export interface OpenBranches<Row> {
  open: readonly number[]
  setOpen: (ids: readonly number[]) => void
  nest: (rows: readonly Row[]) => BranchRow<Row>[]
  /** Lists all rows below one. */
  showAll: (id: number) => void
}

/** Of a branch; all of them have a list with pages. */
const shownRows = 50

export const isBranchNote = (row: object): row is BranchNote => 'ofId' in row && 'retry' in row

interface Shown {
  sort: Sort
  showAll: (id: number) => void
}

/** Rows below others, loaded when one is opened. */
export function useBranches<Row extends { id: number }>(
  list: Endpoint,
  options: BranchOptions<Row> | undefined,
  { sort, showAll }: Shown,
): OpenBranches<Row> | undefined {
  const [open, setOpen] = useState<readonly number[]>([])
  const loaded = useQueries({
    queries: (options ? open : []).map((id) => {
      const query = { ...sort, [options?.condition ?? '']: id, pageSize: shownRows }
      return {
        queryKey: [list.path, query],
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (await call(list, { query, signal } as never)) as { list: Row[]; total: number },
        placeholderData: keepPreviousData,
        meta: { silent: true },
      }
    }),
  })
  if (!options) return undefined
  const below = (row: Row): (BranchRow<Row> | BranchNote)[] => {
    const result = loaded[open.indexOf(row.id)]
    if (!result) return []
    const note = { id: -row.id, ofId: row.id, count: options.countOf(row), retry: result.refetch }
    if (!result.data) return [{ ...note, state: result.isError ? 'failed' : 'loading' }]
    const { list: rows, total } = result.data
    const more = { ...note, state: 'more' as const, count: total - rows.length }
    return [...nest(rows), ...(more.count > 0 ? [more] : [])]
  }
  const nest = (rows: readonly Row[]): BranchRow<Row>[] =>
    rows.map((row) => (options.countOf(row) > 0 ? { ...row, children: below(row) } : row))
  return { open, setOpen, nest, showAll }
}
