import type { Shelf, ShelfDraft } from '@fleetdeck/contract/shelves'

type Placed = ShelfDraft['devices']

/** As the call takes them. */
export const placedOn = ({ devices }: Pick<Shelf, 'devices'>): Placed =>
  devices.map(({ id, slot }) => ({ id, slot }))

/** A phone moves to a slot; the one that stands there takes its place. */
export function moveTo(placed: Placed, from: number, to: number): Placed {
  return placed.map((device) => {
    if (device.slot === from) return { ...device, slot: to }
    return device.slot === to ? { ...device, slot: from } : device
  })
}

/** Puts phones into the free slots from one on; those beyond the last slot are left out. */
export function placeFrom(
  placed: Placed,
  ids: readonly Placed[number]['id'][],
  { slot, slots }: { slot: number; slots: number },
): Placed {
  const others = placed.filter(({ id }) => !ids.includes(id))
  const taken = new Set(others.map((device) => device.slot))
  const free = Array.from({ length: slots - slot }, (_, at) => slot + at).filter((at) => !taken.has(at))
  return [...others, ...ids.slice(0, free.length).map((id, at) => ({ id, slot: free[at] ?? 0 }))]
}

/** The slot beside another one in the direction of an arrow key; undefined beyond the edge. */
export function neighbour(
  slot: number,
  key: string,
  { columns, rows }: Pick<Shelf, 'columns' | 'rows'>,
): number | undefined {
  const [column, row] = [slot % columns, Math.floor(slot / columns)]
  if (key === 'ArrowLeft' && column > 0) return slot - 1
  if (key === 'ArrowRight' && column < columns - 1) return slot + 1
  if (key === 'ArrowUp' && row > 0) return slot - columns
  if (key === 'ArrowDown' && row < rows - 1) return slot + columns
  return undefined
}
