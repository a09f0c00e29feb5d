import type { EvidenceElement } from '@fleetdeck/contract/script-evidence'

export interface ElementNode {
  /** Its place in the list. */
  key: number
  element: EvidenceElement
  children: ElementNode[]
}

/** The list as a tree: the parent of an element is the last one before it with a smaller depth. */
export function elementNodes(list: readonly EvidenceElement[]): ElementNode[] {
  const roots: ElementNode[] = []
  const open: ElementNode[] = []
  for (const [key, element] of list.entries()) {
    const node = { key, element, children: [] }
    while ((open.at(-1)?.element.depth ?? -1) >= element.depth) open.pop()
    const siblings = open.at(-1)?.children ?? roots
    siblings.push(node)
    open.push(node)
  }
  return roots
}

/** The smallest element at a point of the screen; of equal ones the last, which is drawn above. */
export function elementAt(list: readonly EvidenceElement[], x: number, y: number): number | undefined {
  let found: number | undefined
  let area = Number.POSITIVE_INFINITY
  for (const [key, element] of list.entries()) {
    const isInside =
      x >= element.x && x < element.x + element.width && y >= element.y && y < element.y + element.height
    if (!isInside || element.width * element.height > area) continue
    area = element.width * element.height
    found = key
  }
  return found
}

/** The class without its package. */
export const shortType = (type: string) => type.split('.').at(-1) || type
/** The id without its app. */
export const shortId = (id: string) => id.split('/').at(-1) || id
