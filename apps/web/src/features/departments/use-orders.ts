import { departments } from '@fleetdeck/contract/departments'
import type { DepartmentId } from '@fleetdeck/contract/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'

/** Orders changed in place: they are saved together, and only those that changed. */
export function useOrders() {
  const t = useText()
  const client = useQueryClient()
  const [orders, setOrders] = useState<ReadonlyMap<DepartmentId, number>>(new Map())
  const changed = [...orders].map(([id, orderNum]) => ({ id, orderNum }))
  const saving = useMutation({
    mutationFn: () => call(departments.sort, { body: { orders: changed } }),
    onSuccess: async () => {
      setOrders(new Map())
      await client.invalidateQueries({ queryKey: [departments.list.path] })
      showSuccess(t('department.orderSaved'))
    },
  })
  return {
    changed,
    isSaving: saving.isPending,
    save: () => saving.mutate(),
    orderOf: (row: { id: DepartmentId; orderNum: number }) => orders.get(row.id) ?? row.orderNum,
    change: (row: { id: DepartmentId; orderNum: number }, orderNum: number) => {
      const next = new Map(orders)
      if (orderNum === row.orderNum) next.delete(row.id)
      else next.set(row.id, orderNum)
      setOrders(next)
    },
  }
}
