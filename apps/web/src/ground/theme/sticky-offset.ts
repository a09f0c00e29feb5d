import { useMobile } from './media.ts'
import { useSettings } from './settings-store.ts'

const headerPx = 48
const tabsPx = 34

/** Offset of a sticky element from the top of the window, in pixels. */
export function useStickyOffset(): number {
  const { fixedHeader, tagsView } = useSettings()
  const isMobile = useMobile()
  if (!fixedHeader) return 0
  return headerPx + (tagsView && !isMobile ? tabsPx : 0)
}
