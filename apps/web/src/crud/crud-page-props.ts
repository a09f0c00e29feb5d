import type { ReactNode } from 'react'
import type { CrudColumn, CrudContract, CrudFilter, CrudRow, RowAction } from './crud-contract.ts'
import type { AllMatching } from './use-selection.ts'

export interface CrudForm<Row> {
  addTitle: string
  editTitle: string
  /** Pixels of the drawer. */
  width?: number
  /** antd Form.Items; the row is missing when one is added. */
  fields: (row: Row | undefined) => ReactNode
  initialValues?: (row: Row | undefined) => object
  /** What the call gets for what was filled in; edit adds the id. */
  draft?: (values: Record<string, unknown>, row: Row | undefined) => object
}

/** What CrudPage offers of its own accord for a row; undefined where the call is missing or not allowed. */
export interface StandardActions {
  edit: RowAction | undefined
  remove: RowAction | undefined
}

export interface CrudPageProps<C extends CrudContract> {
  contract: C
  title: string
  columns: CrudColumn<CrudRow<C>>[]
  /** How a row is named in questions. */
  nameOf: (row: CrudRow<C>) => string
  filters?: CrudFilter[]
  /** Conditions that always hold. */
  fixed?: Record<string, string | number>
  /** Add and edit. */
  form?: CrudForm<CrudRow<C>>
  /** After a row was added, changed or removed. */
  onChanged?: () => unknown
  /** What would be here. */
  emptyText: string
  /** The way to the first row, where it is not the add button. */
  emptyAction?: ReactNode
  /** Beside the title. */
  heading?: ReactNode
  /** Between the title line and the filters. */
  notice?: ReactNode
  /** Beside the add button. */
  primary?: ReactNode
  /** Actions of a row in their order; edit and delete without it. */
  rowActions?: (row: CrudRow<C>, standard: StandardActions) => (RowAction | undefined | false)[]
  /** Buttons for chosen rows, before delete. */
  batchActions?: (rows: readonly CrudRow<C>[], clear: () => void, all: AllMatching | undefined) => ReactNode
  /** The batch actions can take all rows that the conditions find, over all pages; CrudPage then offers no delete. */
  choosesAll?: true
  /** The question before deleting, where the plain one does not do. */
  removeQuestion?: (names: readonly string[]) => { title: string; hint: string }
}
