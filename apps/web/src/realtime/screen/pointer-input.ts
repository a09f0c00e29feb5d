import { findScreenAction } from './screen-keys.ts'
import { type Point, type SendAction, Touch, toFractions } from './touch.ts'
import { WheelSwipe } from './wheel-swipe.ts'
import { WheelZoom } from './wheel-zoom.ts'

/** Pixels per line, for wheels that count lines. */
const lineHeight = 16
/** What takes keys for the phone. */
const keyboardFields = 'textarea, button'

type Mirror = (point: Point) => Point

/**
 * Where the second finger of a mouse is: with Ctrl opposite, which pinches and turns; with Shift at the same height,
 * and with both in the same column, which slides two fingers.
 */
function mirrorOf({ ctrlKey, shiftKey }: MouseEvent): Mirror | undefined {
  if (!ctrlKey && !shiftKey) return undefined
  const isAcross = ctrlKey !== shiftKey
  return ({ x, y }) => ({ x: isAcross ? 1 - x : x, y: ctrlKey ? 1 - y : y })
}

/**
 * Mouse, fingers, wheel and keyboard on the input layer, an element exactly over the frame. `show` gets the positions of
 * two fingers. The returned function removes the listeners.
 */
export function listenToPointer(
  layer: HTMLElement,
  act: SendAction,
  show: (fingers: readonly Point[]) => void,
): () => void {
  const touch = new Touch(act, { show })
  let mirror: Mirror | undefined
  /** The pointer of the second finger on a touch screen. */
  let other: number | undefined
  const wheel = new WheelSwipe(touch)
  const zoom = new WheelZoom(act)
  const toPoint = (event: MouseEvent): Point =>
    toFractions(layer.getBoundingClientRect(), event.clientX, event.clientY)

  const ends = new AbortController()
  const on = <K extends keyof HTMLElementEventMap>(
    name: K,
    handle: (event: HTMLElementEventMap[K]) => void,
  ) => layer.addEventListener(name, handle, { signal: ends.signal, passive: false })

  on('pointerdown', (event) => {
    if (event.button !== 0) return
    if (!event.isPrimary) {
      if (!touch.isDown || other !== undefined || mirror) return
      other = event.pointerId
      layer.setPointerCapture(other)
      touch.moveSecond(toPoint(event))
      return
    }
    event.preventDefault()
    // A touch must not open the keyboard each time.
    if (event.pointerType === 'mouse')
      layer.querySelector<HTMLElement>(keyboardFields)?.focus({ preventScroll: true })
    layer.setPointerCapture(event.pointerId)
    wheel.end()
    other = undefined
    mirror = mirrorOf(event)
    const point = toPoint(event)
    touch.down(point, { second: mirror?.(point) })
  })
  on('pointermove', (event) => {
    const point = toPoint(event)
    if (event.isPrimary) touch.move(point, mirror?.(point))
    else if (event.pointerId === other) touch.moveSecond(point)
  })
  on('pointerup', (event) => {
    const point = toPoint(event)
    if (event.isPrimary) touch.up(point, mirror?.(point))
    else if (event.pointerId === other) {
      other = undefined
      touch.moveSecond(undefined)
    }
  })
  on('pointercancel', () => touch.up())
  on('contextmenu', (event) => event.preventDefault())
  on('wheel', (event) => {
    event.preventDefault()
    const { width, height } = layer.getBoundingClientRect()
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? lineHeight : 1
    if (event.ctrlKey) return zoom.turn(toPoint(event), event.deltaY * unit)
    wheel.turn(toPoint(event), (event.deltaX * unit) / (width || 1), (event.deltaY * unit) / (height || 1))
  })
  on('keydown', (event) => {
    const action = findScreenAction(event)
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    act(action)
  })
  return () => {
    ends.abort()
    wheel.end()
    touch.up()
  }
}
