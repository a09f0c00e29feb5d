import type { DataOf, Endpoint, RowOf } from '@fleetdeck/contract/endpoint'
import type { TableColumnType } from 'antd'
import type { ReactNode } from 'react'
import { z } from 'zod'

/** The calls of one table. A missing call has no button. */
export interface CrudContract {
  list: Endpoint
  add?: Endpoint
  edit?: Endpoint
  remove?: Endpoint
  export?: Endpoint
}
export type CrudRow<C extends CrudContract> = RowOf<C['list']> & { id: number }
export type CrudPageData<C extends CrudContract> = DataOf<C['list']> & { list: CrudRow<C>[]; total: number }

/** A column of a list. Its key is the server's sort name and the key of the stored column choice. */
export interface CrudColumn<Row> extends Omit<TableColumnType<Row>, 'key' | 'sorter' | 'title'> {
  key: string
  title: string
  /** Hidden until the user selects it. */
  hiddenAtFirst?: boolean
  /** Omitted in the cards that replace rows on narrow screens. */
  notOnCards?: boolean
}

/** One filter of a list. */
export interface CrudFilter {
  /** Its name in the call and in the address. */
  name: string
  label: string
  /** A form control with value and onChange; without one, a text as long as the call takes. */
  input?: ReactNode
  /** How a value is shown on its tag; by default the value itself. */
  show?: (value: string) => ReactNode
}

/** An action on one row. */
export interface RowAction {
  key: string
  label: string
  /** A promise that it returns is not waited for; its failure is shown. */
  run: () => unknown
  isDanger?: boolean
}

/** Columns that the list call can sort by, from its allow-list. */
export function sortableColumns(list: Endpoint): readonly string[] {
  const query = list.query
  if (!(query instanceof z.ZodObject)) return []
  const column = query.shape.orderByColumn
  const names = column instanceof z.ZodOptional ? column.unwrap() : undefined
  return names instanceof z.ZodEnum ? names.options.map(String) : []
}
