import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { inBackground } from '../../api/feedback.ts'
import { openAddress } from '../tabs/tabs-store.ts'
import type { MenuEntry } from './menu-records.ts'

/** Opens a menu entry: an open tab in its last state, a page, or a new tab of the browser. */
export function useOpenEntry() {
  const navigate = useNavigate()
  return useCallback(
    (entry: Pick<MenuEntry, 'target' | 'external'> | undefined) => {
      if (!entry) return
      if (entry.external) window.open(entry.target, '_blank', 'noopener,noreferrer')
      else inBackground(navigate(openAddress(entry.target)))
    },
    [navigate],
  )
}
