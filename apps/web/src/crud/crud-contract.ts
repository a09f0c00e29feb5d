import type { DataOf, Endpoint, RowOf } from '@fleetdeck/contract/endpoint'
import type { TableColumnType } from 'antd'
import type { ReactNode } from 'react'
import { z } from 'zod'

/** The calls of one table. What is missing here has no button. */
export interface CrudContract {
  list: Endpoint
  add?: Endpoint
  edit?: Endpoint
  remove?: Endpoint
  export?: Endpoint
}
export type CrudRow<C extends CrudContract> = RowOf<C['list']> & { id: number }
export type CrudPageData<C extends CrudContract> = DataOf<C['list']> & { list: CrudRow<C>[]; total: number }

/** A column of a list. Its key is the name that the server sorts by and the column choice is kept under. */
export interface CrudColumn<Row> extends Omit<TableColumnType<Row>, 'key' | 'sorter' | 'title'> {
  key: string
  title: string
  /** Shown only when the user chooses it. */
  hiddenAtFirst?: boolean
  /** Left out of the cards that stand for rows on narrow screens. */
  notOnCards?: boolean
}

/** One condition above a list. */
export interface CrudFilter {
  /** Its name in the call and in the address. */
  name: string
  label: string
  /** A form control with value and onChange. */
  input: ReactNode
  /** How a value reads on its tag; the value itself without it. */
  show?: (value: string) => ReactNode
}

/** Something that can be done with one row. */
export interface RowAction {
  key: string
  label: string
  run: () => void
  isDanger?: boolean
}

/** Columns that the list call sorts by, read from its allow-list. */
export function sortableColumns(list: Endpoint): readonly string[] {
  const query = list.query
  if (!(query instanceof z.ZodObject)) return []
  const column = query.shape.orderByColumn
  const names = column instanceof z.ZodOptional ? column.unwrap() : undefined
  return names instanceof z.ZodEnum ? names.options.map(String) : []
}
