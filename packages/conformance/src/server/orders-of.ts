/** All orders in the answer to a heartbeat: its action, unless it is `resp`, and those in `orders`. */
export function ordersOf({ orders, ...first }: Record<string, unknown>): Record<string, unknown>[] {
  const others = (orders ?? []) as Record<string, unknown>[]
  return first.action === 'resp' ? others : [first, ...others]
}
