import { useState } from 'react'

/** Width of a phone beside the page, in pixels. */
export const dockWidths = { min: 280, usual: 400, max: 720 } as const

const storageKey = 'dock-width'

const within = (width: number) => Math.round(Math.min(dockWidths.max, Math.max(dockWidths.min, width)))

function storedWidth(): number {
  const stored = Number(localStorage.getItem(storageKey))
  return stored > 0 ? within(stored) : dockWidths.usual
}

/** Stored for this browser. */
export function useDockWidth() {
  const [width, setWidth] = useState(storedWidth)
  return {
    width,
    setWidth: (wanted: number) => {
      const next = within(wanted)
      setWidth(next)
      localStorage.setItem(storageKey, String(next))
    },
  }
}
