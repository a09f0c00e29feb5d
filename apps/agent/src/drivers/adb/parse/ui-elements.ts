import { elementFlags, type ScreenElement, type TreeElement, wordsOf } from '../../device-driver.ts'

const lastCodePoint = 0x10ffff
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Attributes of Android whose names differ. */
const flagNames: Partial<Record<(typeof elementFlags)[number], string>> = { longClickable: 'long-clickable' }

/** The document in an output that also contains messages. */
export function hierarchyIn(output: string): string | undefined {
  const begin = output.indexOf('<hierarchy')
  const end = output.lastIndexOf('</hierarchy>')
  if (begin < 0) return undefined
  return end > begin ? output.slice(begin, end) : /^<hierarchy[^>]*\/>/.exec(output.slice(begin))?.[0]
}

/** `uiautomator dump`: nodes with `class`, `text`, `content-desc`, `resource-id` and `bounds="[left,top][right,bottom]"`. */
export function parseUiTree(xml: string): TreeElement[] {
  const elements: TreeElement[] = []
  /** Of the open nodes, whether each is an element; those without an area are none, but may contain some. */
  const open: boolean[] = []
  let depth = 0
  // No value contains a <: damaged quotes end with their element.
  for (const [, end, words = '', closing] of xml.matchAll(/<(\/?)node\b((?:"[^"<]*"|[^<>"])*?)(\/?)>/g)) {
    if (end) {
      if (open.pop()) depth -= 1
      continue
    }
    const element = toElement(attributesIn(words), depth)
    const isShown = element.width > 0 && element.height > 0
    if (isShown) elements.push(element)
    if (closing) continue
    open.push(isShown)
    if (isShown) depth += 1
  }
  return elements
}

/** Those with words or an id, in the order of the tree. */
export const namedInTree = (tree: TreeElement[]): ScreenElement[] =>
  tree.flatMap((element) => {
    const { id, x, y, width, height } = element
    const text = wordsOf(element)
    return text || id ? [{ id, text, x, y, width, height }] : []
  })

function toElement(attributes: ReadonlyMap<string, string>, depth: number): TreeElement {
  const words = (name: string) => attributes.get(name) ?? ''
  const bounds = /^\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]$/.exec(words('bounds'))
  const [left = 0, top = 0, right = 0, bottom = 0] = (bounds ?? []).slice(1).map(Number)
  const flags = Object.fromEntries(
    elementFlags.map((name) => [name, words(flagNames[name] ?? name) === 'true']),
  ) as Record<(typeof elementFlags)[number], boolean>
  return {
    depth,
    index: Number(words('index')) || 0,
    type: words('class'),
    package: words('package'),
    id: words('resource-id'),
    text: words('text'),
    desc: words('content-desc'),
    hint: words('hint'),
    ...flags,
    x: left,
    y: top,
    width: right - left,
    height: bottom - top,
  }
}

function attributesIn(words: string): Map<string, string> {
  const found = words.matchAll(/(?<![\w-])([\w-]+)="([^"]*)"/g)
  return new Map(Array.from(found, ([, name = '', value = '']) => [name, decode(value)]))
}

const decode = (value: string): string =>
  value.includes('&')
    ? value.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, word) => {
        if (word) return entities[word] ?? whole
        const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
        return code <= lastCodePoint ? String.fromCodePoint(code) : whole
      })
    : value
