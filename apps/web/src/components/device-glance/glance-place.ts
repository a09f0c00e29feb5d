/** Pixels. */
export const glanceWidth = 464
const gap = 4
const margin = 8

interface Edges {
  top: number
  bottom: number
  left: number
}

export interface GlancePlace {
  left: number
  width: number
  maxHeight: number
  /** Distance from this edge of the window. */
  top?: number
  bottom?: number
}

/** Below a row, or above it where that has more space: the row and its buttons stay in view. */
export function placeGlance(row: Edges, view: { width: number; height: number }): GlancePlace {
  const width = Math.min(glanceWidth, view.width - 2 * margin)
  const left = Math.max(margin, Math.min(row.left, view.width - margin - width))
  const below = view.height - row.bottom - gap - margin
  const above = row.top - gap - margin
  if (below >= above) return { left, width, top: row.bottom + gap, maxHeight: below }
  return { left, width, bottom: view.height - row.top + gap, maxHeight: above }
}
