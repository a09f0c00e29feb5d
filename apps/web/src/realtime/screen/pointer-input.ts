import { screenActionOf } from './screen-keys.ts'
import { type Act, type Point, pointOn, type Schedule, Touch } from './touch.ts'
import { WheelSwipe } from './wheel-swipe.ts'

/** Pixels per line, for wheels that count lines. */
const lineHeight = 16

/**
 * Mouse, finger, wheel and keyboard on the input layer, an element exactly over the picture. The returned function
 * removes the listeners.
 */
export function listenToGlass(glass: HTMLElement, act: Act, schedule?: Schedule): () => void {
  const touch = new Touch(act, schedule)
  const wheel = new WheelSwipe(touch)
  const pointOf = (event: MouseEvent): Point =>
    pointOn(glass.getBoundingClientRect(), event.clientX, event.clientY)

  const ends = new AbortController()
  const on = <K extends keyof HTMLElementEventMap>(
    name: K,
    handle: (event: HTMLElementEventMap[K]) => void,
  ) => glass.addEventListener(name, handle, { signal: ends.signal, passive: false })

  on('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary) return
    event.preventDefault()
    // A touch must not open the keyboard each time.
    if (event.pointerType === 'mouse') glass.querySelector('textarea')?.focus({ preventScroll: true })
    glass.setPointerCapture(event.pointerId)
    wheel.end()
    touch.down(pointOf(event))
  })
  on('pointermove', (event) => event.isPrimary && touch.move(pointOf(event)))
  on('pointerup', (event) => event.isPrimary && touch.up(pointOf(event)))
  on('pointercancel', () => touch.up())
  on('contextmenu', (event) => event.preventDefault())
  on('wheel', (event) => {
    event.preventDefault()
    const { width, height } = glass.getBoundingClientRect()
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? lineHeight : 1
    wheel.turn(pointOf(event), (event.deltaX * unit) / (width || 1), (event.deltaY * unit) / (height || 1))
  })
  on('keydown', (event) => {
    const action = screenActionOf(event)
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
