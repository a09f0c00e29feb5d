import { findScreenAction } from './screen-keys.ts'
import { type Point, type Schedule, type SendAction, Touch, toFractions } from './touch.ts'
import { WheelSwipe } from './wheel-swipe.ts'
import { WheelZoom } from './wheel-zoom.ts'

/** Pixels per line, for wheels that count lines. */
const lineHeight = 16

/**
 * Mouse, finger, wheel and keyboard on the input layer, an element exactly over the frame. The returned function
 * removes the listeners.
 */
export function listenToPointer(layer: HTMLElement, act: SendAction, schedule?: Schedule): () => void {
  const touch = new Touch(act, schedule)
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
    if (event.button !== 0 || !event.isPrimary) return
    event.preventDefault()
    // A touch must not open the keyboard each time.
    if (event.pointerType === 'mouse') layer.querySelector('textarea')?.focus({ preventScroll: true })
    layer.setPointerCapture(event.pointerId)
    wheel.end()
    touch.down(toPoint(event))
  })
  on('pointermove', (event) => event.isPrimary && touch.move(toPoint(event)))
  on('pointerup', (event) => event.isPrimary && touch.up(toPoint(event)))
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
