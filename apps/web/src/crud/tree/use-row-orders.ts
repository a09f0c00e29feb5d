import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { showSuccess } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { useMayCall } from '../use-may-call.ts'

export interface RowOrder {
  id: number
  orderNum: number
}

/** How the order of rows is saved. */
export interface OrderCall {
  /** The call that `save` makes. */
  endpoint: Endpoint
  save: (orders: RowOrder[]) => Promise<unknown>
  max: number
}

/** Orders typed into the list; only those that changed are saved, together. */
export function useRowOrders(order: OrderCall | undefined, refresh: () => Promise<unknown>) {
  const t = useText()
  const [orders, setOrders] = useState<ReadonlyMap<number, number>>(new Map())
  const may = useMayCall(order?.endpoint)
  const saving = useMutation({
    mutationFn: async () => order?.save([...orders].map(([id, orderNum]) => ({ id, orderNum }))),
    onSuccess: async () => {
      await refresh()
      setOrders(new Map())
      showSuccess(t('rows.orderSaved'))
    },
  })
  return {
    may,
    max: order?.max ?? 0,
    count: orders.size,
    isSaving: saving.isPending,
    save: () => saving.mutate(),
    get: (row: RowOrder) => orders.get(row.id) ?? row.orderNum,
    set: (row: RowOrder, orderNum: number) => {
      const next = new Map(orders)
      if (orderNum === row.orderNum) next.delete(row.id)
      else next.set(row.id, orderNum)
      setOrders(next)
    },
  }
}
