import type { CrudColumn } from '../crud-contract.ts'
import type { Selection } from '../use-selection.ts'
import type { ActionsOf } from './action-column.tsx'
import type { OpenBranches } from './use-branches.ts'

/** Props shared by the table and the cards that replace it on narrow screens. */
export interface RowsProps<Row extends { id: number }> {
  rows: readonly Row[]
  columns: readonly CrudColumn<Row>[]
  nameOf: (row: Row) => string
  actionsOf: ActionsOf<Row>
  /** Key of the action that a double click on a row runs, and Enter while it has the focus. */
  opens?: string | undefined
  /** Undefined without batch actions. */
  selection?: Selection<Row> | undefined
  /** Undefined if no rows are below others, or a search shows those of all levels. */
  branches?: OpenBranches<Row> | undefined
  /** Keys of columns; SortContext contains the one by which it is sorted. */
  sortable: readonly string[]
}
