/** A list of phones, in its order. */
export interface DeviceOrder {
  /** Undefined while the list loads. */
  deviceNos: readonly string[] | undefined
  /** Shows the page before or after the list's own; undefined if there is none. */
  turn?: { before?: (() => void) | undefined; after?: (() => void) | undefined }
}

export type Direction = -1 | 1

/** The next phone in the direction that is not shown already; undefined at the end of the order. */
export function neighbourOf(
  order: readonly string[],
  deviceNo: string,
  direction: Direction,
  shown: readonly string[] = [],
): string | undefined {
  const index = order.indexOf(deviceNo)
  if (index < 0) return undefined
  const ahead = direction > 0 ? order.slice(index + 1) : order.slice(0, index).reverse()
  return ahead.find((one) => !shown.includes(one))
}

/** How a phone gives its place to its neighbours; undefined where there is none. */
export interface Neighbours {
  previous: (() => void) | undefined
  next: (() => void) | undefined
}

export const neighbourKeys = [
  { key: 'PageUp', label: 'Alt + PageUp', text: 'screen.previous' },
  { key: 'PageDown', label: 'Alt + PageDown', text: 'screen.next' },
] as const

type KeyPress = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'preventDefault'>

/** Also while the phone's screen has the focus. */
export function followNeighbourKey(press: KeyPress, { previous, next }: Neighbours): void {
  if (!press.altKey || press.ctrlKey || press.metaKey) return
  if (press.key !== 'PageUp' && press.key !== 'PageDown') return
  press.preventDefault()
  const step = press.key === 'PageUp' ? previous : next
  step?.()
}
