import type { DataOf, Endpoint } from '@fleetdeck/contract/endpoint'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { showSuccess } from '../api/feedback.ts'
import { useConfirmCount } from '../components/ConfirmCount.tsx'
import { useText } from '../ground/language.ts'

/** The calls of a table whose rows are loaded together. */
export interface TreeContract {
  list: Endpoint
  add: Endpoint
  edit: Endpoint
  remove: Endpoint
}
export type TreeRowOf<C extends TreeContract> = (DataOf<C['list']> extends (infer Row)[] ? Row : never) & {
  id: number
}

/** As for lists with pages, the calls are generic here: pages only send what the contract's types let them. */
export function useTreeCalls<C extends TreeContract>(
  contract: C,
  filter: Record<string, string>,
  nameOf: (row: TreeRowOf<C>) => string,
) {
  const t = useText()
  const client = useQueryClient()
  const confirm = useConfirmCount()
  const path = contract.list.path
  const refresh = () => client.invalidateQueries({ queryKey: [path] })
  const list = useQuery({
    queryKey: [path, filter],
    queryFn: ({ signal }) =>
      call(contract.list, { query: filter, signal } as never) as unknown as Promise<TreeRowOf<C>[]>,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
  const removing = useMutation({
    mutationFn: (id: number) => call(contract.remove, { body: { ids: [id] } } as never),
    onSuccess: async () => {
      await refresh()
      showSuccess(t('table.deleted'))
    },
  })
  const save = async (draft: object, id: number | undefined) => {
    const isNew = id === undefined
    const body = isNew ? draft : { ...draft, id }
    await call(isNew ? contract.add : contract.edit, { body } as never)
    await refresh()
    showSuccess(t(isNew ? 'table.added' : 'table.saved'))
  }
  const remove = (row: TreeRowOf<C>) =>
    void confirm({
      title: t('table.deleteOne', { name: nameOf(row) }),
      hint: t('table.cannotUndo'),
      names: [nameOf(row)],
      okText: t('table.delete'),
      run: () => removing.mutateAsync(row.id),
    })
  return { list, save, remove }
}
