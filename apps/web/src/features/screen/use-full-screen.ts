import { useSyncExternalStore } from 'react'
import { showWarning } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'

function subscribe(listener: () => void) {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** Toggles full screen; warns if the browser does not support it (spec §5). */
export function useFullScreen() {
  const t = useText()
  const isOn = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
  const toggle = () => {
    if (!document.fullscreenEnabled) return showWarning(t('screen.noFullScreen'))
    const changing = isOn ? document.exitFullscreen() : document.documentElement.requestFullscreen()
    changing.catch(() => showWarning(t('screen.noFullScreen')))
  }
  return { isOn, toggle }
}
