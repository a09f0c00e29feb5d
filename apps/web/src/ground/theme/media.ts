import { useSyncExternalStore } from 'react'
import { mobileBreakpointPx } from '../constants.ts'

/** Subscribes to a media query. */
export function useMedia(query: string): boolean {
  const list = window.matchMedia(query)
  return useSyncExternalStore(
    (changed) => {
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => list.matches,
  )
}

/** Spec §2: narrower than 992 px. */
export const useMobile = () => useMedia(`(max-width: ${mobileBreakpointPx - 0.02}px)`)
export const useReducedMotion = () => useMedia('(prefers-reduced-motion: reduce)')
