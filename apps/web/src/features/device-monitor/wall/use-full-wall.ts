import { useEffect, useState } from 'react'
import { inBackground } from '../../../api/feedback.ts'
import { toggleFullscreen, useIsFullscreen } from '../../../components/fullscreen.ts'
import { useMedia } from '../../../ground/theme/media.ts'

/** The wall alone on the whole screen. Not on a phone, where the page itself scrolls. */
export function useFullWall() {
  const isFullscreen = useIsFullscreen()
  const isWide = useMedia('(min-width: 600px)')
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    if (!isFullscreen) setWanted(false)
  }, [isFullscreen])
  const isFull = isFullscreen && isWanted
  return {
    isFull,
    toggle: isWide
      ? () => {
          setWanted(!isFull)
          if (isFull || !isFullscreen) inBackground(toggleFullscreen())
        }
      : undefined,
  }
}
