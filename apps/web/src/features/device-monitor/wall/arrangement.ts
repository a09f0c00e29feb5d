import { maxArrangedDevices } from '@fleetdeck/contract/device-wall'

/**
 * The arrangement after a shown phone was moved to the place of another one; arranged phones that a filter hides keep
 * theirs. Undefined if it would have too many phones.
 */
export function moveTile(
  order: readonly number[],
  shown: readonly number[],
  { from, to }: { from: number; to: number },
): number[] | undefined {
  const moved = shown[from]
  if (moved === undefined || to < 0 || to >= shown.length) return undefined
  const isShown = new Set(shown)
  const arranged = order.filter((id) => isShown.has(id)).length
  const fixed = shown
    .toSpliced(from, 1)
    .toSpliced(to, 0, moved)
    .slice(0, Math.max(arranged, from + 1, to + 1))
  const places = order.map((id) => (isShown.has(id) ? (fixed.shift() ?? id) : id))
  const next = [...places, ...fixed]
  return next.length <= maxArrangedDevices ? next : undefined
}
