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

/** The tile that has the focus, and the one that the key leads to. */
function findStep(event: KeyboardEvent, place: HTMLElement) {
  const screens = [...place.querySelectorAll<HTMLElement>('[data-screen]')]
  const at = screens.indexOf(event.target as HTMLElement)
  if (at < 0) return undefined
  const tops = screens.map((screen) => screen.getBoundingClientRect().top)
  const columns = tops.filter((top) => top === tops[0]).length
  const next = nextTile(event.key, at, screens.length, columns)
  return { from: screens[at], to: next === undefined ? undefined : screens[next] }
}

function moveFocus(event: KeyboardEvent, place: HTMLElement) {
  const to = findStep(event, place)?.to
  if (!to) return
  event.preventDefault()
  to.focus()
}

interface Actions {
  onFull: () => void
  /** Moves a phone to the place of another one; undefined while tiles are not arranged. */
  onMove: ((from: string, to: string) => void) | undefined
  /** The phone of the tile that has the focus is paused or resumed in the group. */
  onPause: (deviceNo: string) => void
  /** It is taken over into the group. */
  onTake: (deviceNo: string) => void
}

const isArrow = ({ key }: KeyboardEvent) => /^Arrow(?:Left|Right|Up|Down)$/.test(key)

function moveTile(event: KeyboardEvent, place: HTMLElement, onMove: Actions['onMove']) {
  const step = onMove && isArrow(event) ? findStep(event, place) : undefined
  if (!step) return
  // Also at the edge, where the browser would go back.
  event.preventDefault()
  if (step.to) onMove?.(step.from?.dataset.screen ?? '', step.to.dataset.screen ?? '')
}

const focusedNo = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement ? target.dataset.screen : undefined

/** False for a key that is none of them. */
function pressLetter(event: KeyboardEvent, { onFull, onPause, onTake }: Actions): boolean {
  const key = event.key.toLowerCase()
  const deviceNo = focusedNo(event)
  if (key === 'f') onFull()
  else if (key === 'p' && deviceNo) onPause(deviceNo)
  else if (key === 't' && deviceNo) onTake(deviceNo)
  else return false
  return true
}

function concerns({ target, ctrlKey, metaKey }: KeyboardEvent, place: HTMLElement): boolean {
  const isOwn = target === document.body || (target instanceof Node && place.contains(target))
  return isOwn && place.checkVisibility() && !isTyped(target) && !ctrlKey && !metaKey
}

/** Arrows move between the tiles of the place, with Alt they move the tile; F shows the wall in full screen. */
export function useWallKeys(place: RefObject<HTMLElement | null>, actions: Actions) {
  const latest = useLatest(actions)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!place.current || !concerns(event, place.current)) return
      if (event.altKey) moveTile(event, place.current, latest.current.onMove)
      else if (!pressLetter(event, latest.current)) moveFocus(event, place.current)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [place, latest])
}
