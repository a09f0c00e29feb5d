import type { DataOf, Endpoint } from '@fleetdeck/contract/endpoint'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { idsInput } from '../ids-input.ts'
import { useRemoving } from '../use-removing.ts'
import { flatRows } from './build-tree.ts'

/** The calls of a table whose rows are loaded together. */
export interface TreeContract {
  list: Endpoint
  add: Endpoint
  edit: Endpoint
  remove: Endpoint
}
/** Rows are listed with their parents' ids; those with children are taken apart. */
type ListedRow<Data> = Data extends (infer Row)[] ? Row : Data extends { list: (infer Row)[] } ? Row : never
export type TreeRowOf<C extends TreeContract> = ListedRow<DataOf<C['list']>> & { id: number }

interface AnyRow {
  id: number
  children?: AnyRow[]
}

/** The whole list, and with a filter the ids of the rows that match it: their ancestors are shown, too. */
function useTreeRows<C extends TreeContract>(contract: C, filter: Record<string, string>) {
  const path = contract.list.path
  const queryOf = (query: Record<string, string>) => ({
    queryKey: [path, query],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const data: unknown = await call(contract.list, { query, signal } as never)
      return flatRows((Array.isArray(data) ? data : (data as { list: unknown }).list) as AnyRow[])
    },
    meta: { silent: true },
  })
  const isFiltered = Object.keys(filter).length > 0
  const all = useQuery(queryOf({}))
  const matching = useQuery({
    ...queryOf(filter),
    enabled: isFiltered,
    placeholderData: keepPreviousData,
  })
  const wanted = isFiltered && matching.data ? new Set(matching.data.map(({ id }) => id)) : undefined
  return {
    rows: all.data as TreeRowOf<C>[] | undefined,
    isWanted: ({ id }: { id: number }) => wanted?.has(id) ?? true,
    error: all.error ?? (isFiltered ? matching.error : null),
  }
}

/** As for lists with pages, the calls are generic here: pages only send what the contract's types let them. */
export function useTreeCalls<C extends TreeContract>(
  contract: C,
  filter: Record<string, string>,
  nameOf: (row: TreeRowOf<C>) => string,
) {
  const t = useText()
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: [contract.list.path] })
  const list = useTreeRows(contract, filter)
  const removing = useMutation({
    mutationFn: (ids: number[]) => call(contract.remove, idsInput(contract.remove, ids) as never),
    onSuccess: refresh,
  })
  const remove = useRemoving<TreeRowOf<C>>({ nameOf, run: removing.mutateAsync })
  const save = async (draft: object, id: number | undefined) => {
    const isNew = id === undefined
    const body = isNew ? draft : { ...draft, id }
    await call(isNew ? contract.add : contract.edit, { body } as never)
    await refresh()
    showSuccess(t(isNew ? 'table.added' : 'table.saved'))
  }
  return { list, refresh, save, remove: (row: TreeRowOf<C>) => remove([row]) }
}
