import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { call } from '../api/call.ts'
import { download } from '../api/download.ts'
import { questioned } from '../api/questioned.tsx'
import { text } from '../ground/language.ts'
import { type CrudContract, type CrudPageData, sortableColumns } from './crud-contract.ts'
import { idsInput } from './ids-input.ts'
import type { ListAddress } from './list-address.ts'
import { useListAddress } from './use-list-address.ts'

export interface CrudOptions {
  /** Names of the filters in the address. */
  filters: readonly string[]
  /** Fixed conditions that are not in the address. */
  fixed?: Record<string, string | number>
  /** Called after a row was added, changed or removed. */
  onChanged?: (() => unknown) | undefined
}

/**
 * State and calls of one table; the same object until something that is shown changes, so that lists are not rendered
 * for a refresh that brings nothing new. The calls of a contract are generic here, so their requests cannot be
 * checked; CrudPage and its forms only send what the contract's own types let them.
 */
export function useCrud<C extends CrudContract>(contract: C, { filters, fixed, onChanged }: CrudOptions) {
  const sortable = useMemo(() => sortableColumns(contract.list), [contract])
  const { address, change } = useListAddress(filters, sortable)
  const { filter, ...paging } = address
  const query = { ...filter, ...fixed, ...paging }
  const path = contract.list.path
  const client = useQueryClient()
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: [path] }), [client, path])
  const follow = () => {
    onChanged?.()
    return refresh()
  }

  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => call(contract.list, { query, signal } as never) as Promise<CrudPageData<C>>,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
  useStepBack(isPlaceholderData ? undefined : data, address, change)

  const { mutateAsync: add } = useMutation({
    mutationFn: async (body: object) => contract.add && call(contract.add, { body } as never),
    onSuccess: follow,
    meta: { silent: true },
  })
  const { mutateAsync: edit } = useMutation({
    mutationFn: async (body: object) => contract.edit && call(contract.edit, { body } as never),
    onSuccess: follow,
    meta: { silent: true },
  })
  const { mutateAsync: remove } = useMutation({
    mutationFn: async (ids: number[]) => {
      const { remove: removal } = contract
      if (!removal) return false
      const make = (confirmed: boolean) => call(removal, idsInput(removal, ids, confirmed) as never)
      return questioned(make, { title: text('table.questionTitle'), okText: text('table.delete') })
    },
    onSuccess: follow,
  })
  const { mutate: exportList, isPending: isExporting } = useMutation({
    mutationFn: async () => {
      if (!contract.export) return
      const made: unknown = await call(contract.export, { query } as never)
      await download((made as { fileName: string }).fileName)
    },
  })

  const list = useMemo(() => ({ data, error, isPending, refetch }), [data, error, isPending, refetch])
  return useMemo(
    () => ({ path, list, address, change, sortable, refresh, add, edit, remove, exportList, isExporting }),
    [path, list, address, change, sortable, refresh, add, edit, remove, exportList, isExporting],
  )
}

/** After the last row of a page is removed, the previous page is shown. */
function useStepBack(
  page: { list: unknown[]; total: number } | undefined,
  { pageNum, pageSize }: ListAddress,
  change: (part: Partial<ListAddress>, how: { replace: boolean }) => void,
) {
  const lastPage = page ? Math.max(1, Math.ceil(page.total / pageSize)) : pageNum
  const isBeyond = page !== undefined && page.list.length === 0 && pageNum > lastPage
  useEffect(() => {
    if (isBeyond) change({ pageNum: lastPage }, { replace: true })
  }, [isBeyond, lastPage, change])
}
