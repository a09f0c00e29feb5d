import { maxFormDepth } from '@fleetdeck/contract/forms'
import { type FormItem, fieldsIn, freeName, newId } from './form-items.ts'

/** A position between items: in a row, or in the form itself. */
export interface Place {
  rowId: string | undefined
  index: number
}

export function findItem(items: readonly FormItem[], id: string | undefined): FormItem | undefined {
  for (const item of items) {
    if (item.id === id) return item
    const inside = item.kind === 'row' ? findItem(item.children, id) : undefined
    if (inside) return inside
  }
  return undefined
}

export function findPlace(items: readonly FormItem[], id: string, rowId?: string): Place | undefined {
  for (const [index, item] of items.entries()) {
    if (item.id === id) return { rowId, index }
    const inside = item.kind === 'row' ? findPlace(item.children, id, item.id) : undefined
    if (inside) return inside
  }
  return undefined
}

/** Rows that do not contain the item stay the same objects. */
export const withoutItem = (items: readonly FormItem[], id: string): FormItem[] =>
  items
    .filter((item) => item.id !== id)
    .map((item) =>
      item.kind === 'row' && findItem(item.children, id)
        ? { ...item, children: withoutItem(item.children, id) }
        : item,
    )

/** Items outside the path to the change stay the same objects. */
export const withItemChanged = (items: readonly FormItem[], id: string, change: object): FormItem[] =>
  items.map((item) => {
    if (item.id === id) return { ...item, ...change } as FormItem
    return item.kind === 'row' && findItem(item.children, id)
      ? { ...item, children: withItemChanged(item.children, id, change) }
      : item
  })

/** Number of nested rows in an item, including the item. */
const heightOf = (item: FormItem): number =>
  item.kind === 'row' ? 1 + Math.max(0, ...item.children.map(heightOf)) : 1

function findDepth(items: readonly FormItem[], rowId: string | undefined, depth = 1): number | undefined {
  if (rowId === undefined) return depth
  for (const item of items) {
    if (item.kind !== 'row') continue
    if (item.id === rowId) return depth + 1
    const inside = findDepth(item.children, rowId, depth + 1)
    if (inside !== undefined) return inside
  }
  return undefined
}

/** The items with the item inserted; undefined if it would be nested too deep. */
export function withItemInserted(
  items: readonly FormItem[],
  item: FormItem,
  { rowId, index }: Place,
): FormItem[] | undefined {
  const depth = findDepth(items, rowId)
  if (depth === undefined || depth - 1 + heightOf(item) > maxFormDepth) return undefined
  const at = (list: readonly FormItem[]) => [...list.slice(0, index), item, ...list.slice(index)]
  const into = (list: readonly FormItem[]): FormItem[] =>
    list.map((each) => {
      if (each.kind !== 'row') return each
      if (each.id === rowId) return { ...each, children: at(each.children) }
      return findItem(each.children, rowId) ? { ...each, children: into(each.children) } : each
    })
  return rowId === undefined ? at(items) : into(items)
}

/** The items with the item moved; undefined if the position is invalid, such as inside itself. */
export function withItemMoved(items: readonly FormItem[], id: string, to: Place): FormItem[] | undefined {
  const item = findItem(items, id)
  const from = findPlace(items, id)
  if (!item || !from || to.rowId === id) return undefined
  if (item.kind === 'row' && findItem(item.children, to.rowId)) return undefined
  const isBehind = from.rowId === to.rowId && to.index > from.index
  return withItemInserted(withoutItem(items, id), item, { ...to, index: isBehind ? to.index - 1 : to.index })
}

/** A copy with new ids and unused field names. */
export function cloneItem(item: FormItem, items: readonly FormItem[]): FormItem {
  const taken = new Set(fieldsIn(items).map(({ field }) => field))
  const copy = (each: FormItem): FormItem => {
    if (each.kind === 'row') return { ...each, id: newId(), children: each.children.map(copy) }
    if (each.kind === 'button') return { ...each, id: newId() }
    const field = freeName(each.field, taken)
    taken.add(field)
    return { ...each, id: newId(), field }
  }
  return copy(item)
}

/** All items in reading order. */
export const inOrder = (items: readonly FormItem[]): FormItem[] =>
  items.flatMap((item) => (item.kind === 'row' ? [item, ...inOrder(item.children)] : [item]))

/** Target of one step up or down: past its neighbour, into an adjacent row, or out of its own. */
export function stepFrom(items: readonly FormItem[], id: string, by: -1 | 1): Place | undefined {
  const place = findPlace(items, id)
  if (!place) return undefined
  const row = findItem(items, place.rowId)
  const siblings = row?.kind === 'row' ? row.children : items
  const next = siblings[place.index + by]
  if (next?.kind === 'row') return { rowId: next.id, index: by === 1 ? 0 : next.children.length }
  if (next) return { rowId: place.rowId, index: place.index + (by === 1 ? 2 : -1) }
  if (!row) return undefined
  const outside = findPlace(items, row.id)
  return outside && { ...outside, index: outside.index + (by === 1 ? 1 : 0) }
}
