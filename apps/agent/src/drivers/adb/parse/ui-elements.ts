import type { ScreenElement, TreeElement } from '../../device-driver.ts'

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** `uiautomator dump`: nodes with `class`, `text`, `content-desc`, `resource-id` and `bounds="[left,top][right,bottom]"`. */
export function parseUiTree(xml: string): TreeElement[] {
  const elements: TreeElement[] = []
  let depth = 0
  for (const [, end, attributes = '', closing] of xml.matchAll(/<(\/?)node\b([^>]*?)(\/?)>/g)) {
    if (end) {
      depth = Math.max(0, depth - 1)
      continue
    }
    const bounds = /^\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]$/.exec(attribute(attributes, 'bounds'))
    const [left = 0, top = 0, right = 0, bottom = 0] = (bounds ?? []).slice(1).map(Number)
    if (right > left && bottom > top)
      elements.push({
        depth,
        type: attribute(attributes, 'class'),
        id: attribute(attributes, 'resource-id'),
        text: attribute(attributes, 'text') || attribute(attributes, 'content-desc'),
        x: left,
        y: top,
        width: right - left,
        height: bottom - top,
      })
    if (!closing) depth += 1
  }
  return elements
}

/** Those with a text or an id, in the order of the tree. */
export const parseUiElements = (xml: string): ScreenElement[] =>
  parseUiTree(xml).flatMap(({ depth: _depth, type: _type, ...element }) =>
    element.text || element.id ? [element] : [],
  )

function attribute(attributes: string, name: string): string {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''
  return found.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, word) => {
    if (decimal) return String.fromCodePoint(Number(decimal))
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    return entities[word] ?? whole
  })
}
