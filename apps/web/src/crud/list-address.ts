import { defaultPageSize, pageSizes } from '../ground/constants.ts'

/** The state of a list stored in the address, so that reload, back and a shared link show the same. */
export interface ListAddress {
  filter: Record<string, string>
  pageNum: number
  pageSize: number
  orderByColumn?: string | undefined
  isAsc?: 'asc' | 'desc' | undefined
}
export type Sort = Pick<ListAddress, 'orderByColumn' | 'isAsc'>

interface Known {
  filters: readonly string[]
  sortable: readonly string[]
}

function wholeOr(fallback: number, text: string | null): number {
  const value = Number(text)
  return Number.isInteger(value) && value > 0 ? value : fallback
}

/** Invalid parts are ignored: addresses are typed and shared by people. */
export function readAddress(params: URLSearchParams, { filters, sortable }: Known): ListAddress {
  const filter: Record<string, string> = {}
  for (const name of filters) {
    const value = params.get(name)
    if (value) filter[name] = value
  }
  const pageSize = wholeOr(defaultPageSize, params.get('pageSize'))
  const column = params.get('orderByColumn') ?? ''
  const isSorted = sortable.includes(column)
  return {
    filter,
    pageNum: wholeOr(1, params.get('pageNum')),
    pageSize: pageSizes.includes(pageSize) ? pageSize : defaultPageSize,
    orderByColumn: isSorted ? column : undefined,
    isAsc: isSorted ? (params.get('isAsc') === 'desc' ? 'desc' : 'asc') : undefined,
  }
}

/** Defaults are omitted; parameters of others stay. */
export function writeAddress(params: URLSearchParams, address: ListAddress, known: Known): URLSearchParams {
  const written = new URLSearchParams(params)
  const put = (name: string, value: string | undefined) =>
    value ? written.set(name, value) : written.delete(name)
  for (const name of known.filters) put(name, address.filter[name])
  put('pageNum', address.pageNum > 1 ? String(address.pageNum) : undefined)
  put('pageSize', address.pageSize === defaultPageSize ? undefined : String(address.pageSize))
  put('orderByColumn', address.orderByColumn)
  put('isAsc', address.orderByColumn && address.isAsc)
  return written
}
