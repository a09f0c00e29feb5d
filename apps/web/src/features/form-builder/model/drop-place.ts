import type { Place } from './item-tree.ts'

/** The position for a dropped part, and its marker line in pixels of the canvas. */
export interface Drop {
  place: Place
  line: { left: number; top: number; width: number; height: number }
}

interface Point {
  x: number
  y: number
}

/** Pixels at the edge of a row that count as next to the row. */
const rowEdge = 10
const lineWidth = 3

const findParts = (list: Element) => [...list.querySelectorAll<HTMLElement>(':scope > [data-part]')]

function distance({ left, right, top, bottom }: DOMRect, { x, y }: Point): number {
  const beside = Math.max(left - x, 0, x - right)
  const above = Math.max(top - y, 0, y - bottom)
  // Elements on the same line are nearer than elements above it.
  return beside + above * 100
}

function nearest(parts: readonly HTMLElement[], point: Point) {
  let found: { part: HTMLElement; index: number; box: DOMRect; away: number } | undefined
  for (const [index, part] of parts.entries()) {
    const box = part.getBoundingClientRect()
    const away = distance(box, point)
    if (!found || away < found.away) found = { part, index, box, away }
  }
  return found
}

/** The list of a row, if the point is clearly inside. */
function listInside(part: HTMLElement, box: DOMRect, { x, y }: Point, isNarrow: boolean) {
  const isInside =
    y > box.top + rowEdge &&
    y < box.bottom - rowEdge &&
    (!isNarrow || (x > box.left + rowEdge && x < box.right - rowEdge))
  return isInside ? part.querySelector<HTMLElement>('[data-list]') : null
}

/** Full-width parts have positions above and below, narrower ones at their sides. */
function dropIn(list: HTMLElement, point: Point): Drop {
  const rowId = list.dataset.list || undefined
  const whole = list.getBoundingClientRect()
  const near = nearest(findParts(list), point)
  if (!near) {
    const { left, top, width } = whole
    return { place: { rowId, index: 0 }, line: { left, top, width, height: lineWidth } }
  }
  const { part, index, box } = near
  const isNarrow = box.width < whole.width * 0.9
  const inside = listInside(part, box, point, isNarrow)
  if (inside) return dropIn(inside, point)
  const { left, right, top, bottom, width, height } = box
  const isBehind = isNarrow ? point.x > left + width / 2 : point.y > top + height / 2
  const place = { rowId, index: isBehind ? index + 1 : index }
  const half = lineWidth / 2
  return isNarrow
    ? { place, line: { left: (isBehind ? right : left) - half, top, width: lineWidth, height } }
    : { place, line: { left, top: (isBehind ? bottom : top) - half, width, height: lineWidth } }
}

/** The position at a point of the window; undefined outside the canvas. */
export function dropAt(canvas: HTMLElement, point: Point): Drop | undefined {
  const bounds = canvas.getBoundingClientRect()
  const { left, top } = bounds
  if (distance(bounds, point) > 0) return undefined
  const list = canvas.querySelector<HTMLElement>('[data-list=""]')
  if (!list) return undefined
  const { place, line } = dropIn(list, point)
  return { place, line: { ...line, left: line.left - left, top: line.top - top } }
}
