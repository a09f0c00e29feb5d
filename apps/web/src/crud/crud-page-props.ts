import type { ReactNode } from 'react'
import type { Choice } from '../api/questioned.tsx'
import type { CrudColumn, CrudContract, CrudFilter, CrudRow, RowAction } from './crud-contract.ts'
import type { BranchOptions } from './list/use-branches.ts'
import type { RemoveQuestion } from './use-removing.ts'
import type { AllMatching } from './use-selection.ts'

export interface CrudForm<Row> {
  addTitle: string
  editTitle: string
  /** Pixels of the drawer. */
  width?: number
  /** antd Form.Items; the row is undefined when one is added. */
  fields: (row: Row | undefined) => ReactNode
  initialValues?: (row: Row | undefined) => object
  /** Converts the form's values to the call's body; edit adds the id. */
  draft?: (values: Record<string, unknown>, row: Row | undefined) => object
  /** Asks before it saves; the form stays open if the answer is no. */
  confirm?: (values: Record<string, unknown>, row: Row | undefined) => Promise<boolean>
  /** The heading and the button of a question that the server asks before a change (code 412). */
  question?: { title: string; okText: string; choice?: Choice }
}

/** CrudPage's built-in actions for a row; undefined if the call is missing or not allowed. */
export interface StandardActions {
  edit: RowAction | undefined
  remove: RowAction | undefined
}

export interface ListPage {
  pageNum: number
  pages: number
}

export interface CrudPageProps<C extends CrudContract> {
  contract: C
  title: string
  columns: CrudColumn<CrudRow<C>>[]
  /** The name of a row in questions. */
  nameOf: (row: CrudRow<C>) => string
  filters?: CrudFilter[]
  /** Rows below others are shown there, unless a filter other than their condition is active. */
  branches?: BranchOptions<CrudRow<C>>
  /** Fixed conditions. */
  fixed?: Record<string, string | number>
  /** Add and edit. */
  form?: CrudForm<CrudRow<C>>
  /** Called after a row was added, changed or removed. */
  onChanged?: () => unknown
  /** Called with the rows that are shown, and which page of how many they are. */
  onRows?: (rows: readonly CrudRow<C>[], page: ListPage) => void
  /** Text of the empty list. */
  emptyText: string
  /** How to create the first row, if not by the add button. */
  emptyAction?: ReactNode
  /** Shown next to the title. */
  heading?: ReactNode
  /** Shown between the title line and the filters. */
  notice?: ReactNode
  /** Shown next to the add button. */
  primary?: ReactNode
  /** Actions of a row in order; by default edit and delete. */
  rowActions?: (row: CrudRow<C>, standard: StandardActions) => (RowAction | undefined | false)[]
  /** Key of the action that a double click on a row runs, and Enter while it has the focus. */
  opens?: string
  /** Buttons for selected rows, before delete. */
  batchActions?: (
    rows: readonly CrudRow<C>[],
    clear: () => void,
    all: AllMatching | undefined,
    /** Only rows of these ids stay selected. */
    keep: (ids: readonly number[]) => void,
  ) => ReactNode
  /** Batch actions can apply to all rows that match, on all pages; CrudPage then offers no delete. */
  choosesAll?: true
  /**
   * The action of the delete buttons, if a question is not always enough: `ask` asks it, `clear` empties the selection.
   */
  onRemove?: (
    rows: readonly CrudRow<C>[],
    how: { ask: (rows: readonly CrudRow<C>[]) => void; clear: () => void },
  ) => void
  removeQuestion?: RemoveQuestion
}
