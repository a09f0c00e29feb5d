import type { CrudColumn, RowAction } from '../crud-contract.ts'
import type { ListAddress } from '../list-address.ts'
import type { Selection } from '../use-selection.ts'
import type { OpenBranches } from './use-branches.ts'

/** Props shared by the table and the cards that replace it on narrow screens. */
export interface RowsProps<Row extends { id: number }> {
  rows: readonly Row[]
  columns: readonly CrudColumn<Row>[]
  nameOf: (row: Row) => string
  actionsOf: (row: Row) => readonly RowAction[]
  /** Undefined without batch actions. */
  selection?: Selection<Row> | undefined
  /** Undefined if no rows are below others, or a search shows those of all levels. */
  branches?: OpenBranches<Row> | undefined
  sortable: readonly string[]
  sort: Pick<ListAddress, 'orderByColumn' | 'isAsc'>
  onSort: (sort: Pick<ListAddress, 'orderByColumn' | 'isAsc'>) => void
}
