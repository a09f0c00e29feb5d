import type { Endpoint, RowOf } from '@fleetdeck/contract/endpoint'
import { call } from '../../api/call.ts'
import { pickerPageSize } from '../../ground/constants.ts'

export interface PickOption {
  value: number
  label: string
}

/** A list on the server, as pickers read it. */
export interface PickSource {
  key: readonly unknown[]
  /** One page of options that match the typed text. */
  page: (
    search: string,
    pageNum: number,
    signal: AbortSignal,
  ) => Promise<{ list: PickOption[]; total: number }>
  /** The option of a value that is on no loaded page. */
  one: (value: number) => Promise<PickOption | undefined>
}

interface ListOptions<Row> {
  /** The condition of the call that takes the typed text. */
  searchBy: string
  toOption: (row: Row) => PickOption
  /** Fixed conditions. */
  fixed?: Record<string, number | string | undefined>
}

interface LabelledRow {
  id: number
  label: string
}
const labelledRows: ListOptions<LabelledRow> = {
  searchBy: 'search',
  toOption: ({ id, label }) => ({ value: id, label }),
}

/** The rows of a list call with pages that finds rows by a text and by their id. */
export function listSource<E extends Endpoint>(list: E, options: ListOptions<RowOf<E>>): PickSource
/** The same for a call that returns rows by their labels. */
export function listSource(list: Endpoint): PickSource
export function listSource(list: Endpoint, options: ListOptions<never> = labelledRows): PickSource {
  const { searchBy, toOption, fixed } = options
  const find = async (query: object, signal?: AbortSignal) => {
    const found: unknown = await call(list, { query, signal } as never)
    return found as { list: never[]; total: number }
  }
  return {
    key: [list.path, 'picker', fixed],
    page: async (search, pageNum, signal) => {
      const query = { ...fixed, [searchBy]: search, pageNum, pageSize: pickerPageSize }
      const page = await find(query, signal)
      return { list: page.list.map(toOption), total: page.total }
    },
    one: async (id) => {
      const [row] = (await find({ ...fixed, id })).list
      return row && toOption(row)
    },
  }
}
