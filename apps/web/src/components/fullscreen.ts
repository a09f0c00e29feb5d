import { useSyncExternalStore } from 'react'
import { showWarning } from '../api/feedback.ts'
import { text } from '../ground/language.ts'

function onChange(changed: () => void) {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

export const useIsFullscreen = () => useSyncExternalStore(onChange, () => document.fullscreenElement !== null)

/** Warns if the browser cannot or may not (spec §5). */
export async function toggleFullscreen() {
  if (!document.fullscreenEnabled) {
    showWarning(text('layout.fullscreenUnsupported'))
    return
  }
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else await document.documentElement.requestFullscreen()
  } catch {
    showWarning(text('layout.fullscreenUnsupported'))
  }
}
