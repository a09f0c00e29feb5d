import { useState } from 'react'

interface Widths {
  min: number
  usual: number
  max: number
}

/** Width of a phone beside the page, in pixels. */
export const dockWidths = { min: 280, usual: 400, max: 720 } as const satisfies Widths

/** Stored for this browser. */
export function useStoredWidth(storageKey: string, { min, usual, max }: Widths) {
  const within = (width: number) => Math.round(Math.min(max, Math.max(min, width)))
  const [width, setWidth] = useState(() => within(Number(localStorage.getItem(storageKey)) || usual))
  return {
    width,
    setWidth: (wanted: number) => {
      const next = within(wanted)
      setWidth(next)
      localStorage.setItem(storageKey, String(next))
    },
  }
}

export const useDockWidth = () => useStoredWidth('dock-width', dockWidths)
