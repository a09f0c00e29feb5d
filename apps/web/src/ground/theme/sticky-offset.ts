import { useSession } from '../session-store.ts'
import { useMobile } from './media.ts'
import { useSettings } from './settings-store.ts'

const headerPx = 48
const tabsPx = 34

/** Height of the bar above a view; its text has two lines on phones. */
export const viewBarPx = (isMobile: boolean) => (isMobile ? 56 : 36)

/** Offset of a sticky element from the top of the window, in pixels. */
export function useStickyOffset(): number {
  const { fixedHeader, tagsView } = useSettings()
  const isMobile = useMobile()
  const isView = useSession((state) => state.view !== null)
  const top = isView ? viewBarPx(isMobile) : 0
  if (!fixedHeader) return top
  return top + headerPx + (tagsView && !isMobile ? tabsPx : 0)
}
