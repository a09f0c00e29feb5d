import type { RecordedInput, Timeline } from '@fleetdeck/contract/recordings'

/** How long a touch stays visible; ms. */
const touchShownMs = 400

/** Index of the last entry at or before this time; -1 before the first. */
export function lastIndexUntil(entries: readonly { at: number }[], at: number): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((entries[middle]?.at ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

export interface Dot {
  x: number
  y: number
  /** 1 during the touch, fading to 0. */
  strength: number
}

/** Positions of recent touches, as fractions of the frame. */
export function dotsAt(inputs: readonly RecordedInput[], at: number): Dot[] {
  const dots: Dot[] = []
  for (let index = lastIndexUntil(inputs, at); index >= 0; index--) {
    const { at: when, frame } = inputs[index] as RecordedInput
    if (at - when > touchShownMs) break
    if (frame.action !== 'canvas_action' || !frame.action_type.startsWith('touch')) continue
    const strength = 1 - (at - when) / touchShownMs
    for (const { x, y } of [frame, ...(frame.second ? [frame.second] : [])]) dots.push({ x, y, strength })
  }
  return dots
}

export function drawDots(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  dots: readonly Dot[],
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  const radius = Math.max(6, width * 0.035)
  for (const dot of dots) {
    context.beginPath()
    context.arc(x + dot.x * width, y + dot.y * height, radius, 0, Math.PI * 2)
    context.fillStyle = `rgba(24, 144, 255, ${0.25 + 0.45 * dot.strength})`
    context.fill()
    context.lineWidth = 2
    context.strokeStyle = `rgba(255, 255, 255, ${0.4 + 0.6 * dot.strength})`
    context.stroke()
  }
}

/** The times at which the film changes: frames, and touches that appear or disappear. */
export function filmTimes({ pictures, inputs }: Timeline): number[] {
  const first = pictures[0]?.at ?? 0
  const touches = inputs.filter(({ frame }) => frame.action === 'canvas_action')
  const all = [...pictures.map(({ at }) => at), ...touches.flatMap(({ at }) => [at, at + touchShownMs])]
  const sorted = all.filter((at) => at >= first).sort((one, other) => one - other)
  const minMs = 40
  let last = Number.NEGATIVE_INFINITY
  return sorted.filter((at) => {
    if (at - last < minMs) return false
    last = at
    return true
  })
}
