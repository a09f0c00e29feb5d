import { type RefObject, useEffect } from 'react'
import { useLatest } from '../../../ground/use-latest.ts'

/** The index of the tile that the key leads to; rows have as many tiles as the first one. */
export function nextTile(key: string, at: number, count: number, columns: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  }
  const step = steps[key]
  if (step === undefined) return undefined
  const next = at + step
  if (next >= 0 && next < count) return next
  // Below a tile may be a shorter last row.
  const isInLastRow = Math.floor(at / columns) === Math.floor((count - 1) / columns)
  return key === 'ArrowDown' && !isInLastRow ? count - 1 : undefined
}

const isTyped = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, [contenteditable]')

function moveFocus(event: KeyboardEvent, place: HTMLElement) {
  const screens = [...place.querySelectorAll<HTMLElement>('[data-screen]')]
  const at = screens.indexOf(event.target as HTMLElement)
  if (at < 0) return
  const tops = screens.map((screen) => screen.getBoundingClientRect().top)
  const columns = tops.filter((top) => top === tops[0]).length
  const next = nextTile(event.key, at, screens.length, columns)
  if (next === undefined) return
  event.preventDefault()
  screens[next]?.focus()
}

/** Arrows move between the tiles of the place, F shows the wall in full screen. */
export function useWallKeys(place: RefObject<HTMLElement | null>, onFull: () => void) {
  const latest = useLatest(onFull)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event
      const isOwn = target === document.body || (target instanceof Node && place.current?.contains(target))
      if (!isOwn || !place.current?.checkVisibility() || isTyped(target)) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (key.toLowerCase() === 'f') latest.current()
      else moveFocus(event, place.current)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [place, latest])
}
