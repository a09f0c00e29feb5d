import type { MenuId } from '@fleetdeck/contract/ids'
import { type MenuRow, menus } from '@fleetdeck/contract/menus'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { useConfirmCount } from '../../components/ConfirmCount.tsx'
import { useText } from '../../ground/language.ts'

/** Places that were changed in the table and not saved yet, by row. */
export interface MenuOrder {
  count: number
  isSaving: boolean
  of: (row: MenuRow) => number
  set: (row: MenuRow, orderNum: number) => void
  save: () => void
}

function useOrder(refresh: () => unknown): MenuOrder {
  const t = useText()
  const [changed, setChanged] = useState<ReadonlyMap<MenuId, number>>(new Map())
  const saving = useMutation({
    mutationFn: () =>
      call(menus.saveOrder, {
        body: { rows: [...changed].map(([id, orderNum]) => ({ id, orderNum })) },
      }),
    onSuccess: async () => {
      await refresh()
      setChanged(new Map())
      showSuccess(t('table.saved'))
    },
  })
  return {
    count: changed.size,
    isSaving: saving.isPending,
    of: (row) => changed.get(row.id) ?? row.orderNum,
    set: (row, orderNum) => {
      const next = new Map(changed)
      if (orderNum === row.orderNum) next.delete(row.id)
      else next.set(row.id, orderNum)
      setChanged(next)
    },
    save: () => saving.mutate(),
  }
}

/** The rows of the menu as the filter shows them, and what can be done with them. */
export function useMenuRows(filter: Record<string, string>) {
  const t = useText()
  const client = useQueryClient()
  const confirm = useConfirmCount()
  const list = useQuery({
    queryKey: [menus.list.path, filter],
    queryFn: ({ signal }) => call(menus.list, { query: filter, signal }),
    meta: { silent: true },
  })
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: [menus.list.path] }),
      client.invalidateQueries({ queryKey: [menus.parents.path] }),
    ])
  const removing = useMutation({
    mutationFn: (id: MenuId) => call(menus.remove, { body: { ids: [id] } }),
  })
  const remove = (row: MenuRow) =>
    confirm({
      title: t('table.deleteOne', { name: row.menuName }),
      names: [row.menuName],
      hint: t('table.cannotUndo'),
      okText: t('table.delete'),
      run: async () => {
        await removing.mutateAsync(row.id)
        showSuccess(t('table.deleted'))
        await refresh()
      },
    })
  return { list, order: useOrder(refresh), refresh, remove }
}
