import type { CSSProperties } from 'react'
import { useStickyOffset } from '../app/layout/sticky-offset.ts'

/** Height of the line that stays above the table while rows are chosen; pixels. */
const toolsHeight = 40

/** Where the parts of a list that stay in view have to stop. */
export function useFrameOffsets(isSelecting: boolean): CSSProperties {
  const top = useStickyOffset()
  const tableTop = isSelecting ? top + toolsHeight : top
  return { '--tools-top': `${top}px`, '--sticky-top': `${tableTop}px` } as CSSProperties
}
