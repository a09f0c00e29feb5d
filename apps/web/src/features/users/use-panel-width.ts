import { type KeyboardEvent, type PointerEvent, useState } from 'react'

const widthKey = 'users:tree-width'
const hiddenKey = 'users:tree-hidden'
/** Pixels. */
const [narrowest, widest, atFirst, step] = [180, 400, 220, 20]

const clamp = (width: number) => Math.min(widest, Math.max(narrowest, Math.round(width)))

function readWidth() {
  const stored = Number(localStorage.getItem(widthKey))
  return stored ? clamp(stored) : atFirst
}

/** Width of the department tree, changed by dragging or arrow keys; stored in the browser. */
export function usePanelWidth() {
  const [width, setWidth] = useState(readWidth)
  const [isHidden, setHidden] = useState(() => localStorage.getItem(hiddenKey) === '1')
  const [grip, setGrip] = useState<number>()
  const storeWidth = (next: number) => {
    localStorage.setItem(widthKey, String(clamp(next)))
    setWidth(clamp(next))
  }
  return {
    width,
    isHidden,
    setHidden: (hide: boolean) => {
      localStorage.setItem(hiddenKey, hide ? '1' : '0')
      setHidden(hide)
    },
    handle: {
      onPointerDown: (event: PointerEvent) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setGrip(event.clientX - width)
      },
      onPointerMove: (event: PointerEvent) => {
        if (grip !== undefined) setWidth(clamp(event.clientX - grip))
      },
      onPointerUp: () => {
        setGrip(undefined)
        storeWidth(width)
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'ArrowLeft') storeWidth(width - step)
        if (event.key === 'ArrowRight') storeWidth(width + step)
      },
    },
  }
}
