import { type RefObject, useEffect } from 'react'
import { useLatest } from '../../../ground/use-latest.ts'
import { isArrow } from '../next-tile.ts'
import type { TilesHandle } from '../VirtualTiles.tsx'
import type { WallRow } from './wall-rows.ts'

const isTyped = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, [contenteditable]')

/** The places of the tile that has the focus, and of the one that the key leads to. */
function findStep(event: KeyboardEvent, { shown, tiles }: Tiles) {
  const { target, key } = event
  const deviceNo = target instanceof HTMLElement ? target.dataset.screen : undefined
  const at = shown.findIndex(({ row }) => row.device.deviceNo === deviceNo)
  const isOther = at < 0 && target !== document.body
  return { from: at, to: isOther ? undefined : tiles.current?.next(key, at < 0 ? undefined : at) }
}

export function focusTile(place: HTMLElement | null, deviceNo: string) {
  place?.querySelector<HTMLElement>(`[data-screen="${CSS.escape(deviceNo)}"]`)?.focus()
}

function moveFocus(event: KeyboardEvent, place: HTMLElement, { shown, tiles }: Tiles) {
  const { to } = findStep(event, { shown, tiles })
  const row = to === undefined ? undefined : shown[to]
  if (to === undefined || !row) return
  event.preventDefault()
  tiles.current?.render(to)
  focusTile(place, row.row.device.deviceNo)
}

interface Tiles {
  /** In their order. */
  shown: readonly WallRow[]
  tiles: RefObject<TilesHandle | null>
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

function moveTile(event: KeyboardEvent, tiles: Tiles, onMove: Actions['onMove']) {
  const step = onMove && isArrow(event.key) ? findStep(event, tiles) : undefined
  const numberAt = (at: number) => tiles.shown[at]?.row.device.deviceNo ?? ''
  if (!step || step.from < 0) return
  // Also at the edge, where the browser would go back.
  event.preventDefault()
  if (step.to !== undefined) onMove?.(numberAt(step.from), numberAt(step.to))
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

/** Arrows, Home, End and page keys lead to other tiles, Alt and an arrow move the tile; F shows the wall in full screen. */
export function useWallKeys(place: RefObject<HTMLElement | null>, actions: Actions & Tiles) {
  const latest = useLatest(actions)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!place.current || !concerns(event, place.current)) return
      if (event.altKey) moveTile(event, latest.current, latest.current.onMove)
      else if (!pressLetter(event, latest.current)) moveFocus(event, place.current, latest.current)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [place, latest])
}
