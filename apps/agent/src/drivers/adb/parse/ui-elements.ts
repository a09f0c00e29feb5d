import type { ScreenElement } from '../../device-driver.ts'

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** `uiautomator dump`: nodes in the order of the tree, with `text`, `content-desc`, `resource-id` and `bounds="[left,top][right,bottom]"`. */
export function parseUiElements(xml: string): ScreenElement[] {
  return Array.from(xml.matchAll(/<node\b([^>]*)>/g), ([, attributes = '']) => attributes).flatMap(
    (attributes) => {
      const text = attribute(attributes, 'text') || attribute(attributes, 'content-desc')
      const id = attribute(attributes, 'resource-id')
      const bounds = /^\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]$/.exec(attribute(attributes, 'bounds'))
      if (!(text || id) || !bounds) return []
      const [left = 0, top = 0, right = 0, bottom = 0] = bounds.slice(1).map(Number)
      if (right <= left || bottom <= top) return []
      return [{ id, text, x: left, y: top, width: right - left, height: bottom - top }]
    },
  )
}

function attribute(attributes: string, name: string): string {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''
  return found.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, word) => {
    if (decimal) return String.fromCodePoint(Number(decimal))
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    return entities[word] ?? whole
  })
}
