import { type FormPart, flattenParts } from '@fleetdeck/contract/forms'

/** The first parts in reading order. Complete rows stay the same objects, so that they do not re-render. */
export function firstParts(parts: readonly FormPart[], most: number): FormPart[] {
  const first: FormPart[] = []
  let left = most
  for (const part of parts) {
    if (left <= 0) break
    const inside = part.kind === 'row' ? flattenParts(part.children).length : 0
    const isCut = part.kind === 'row' && 1 + inside > left
    first.push(isCut ? { ...part, children: firstParts(part.children, left - 1) } : part)
    left -= 1 + inside
  }
  return first
}
