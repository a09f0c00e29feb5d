import type { AppLogic, Target, View } from '../app-logic.ts'
import { clamp, type Rect } from '../geometry.ts'

export interface ColoursState {
  /** Degrees on the colour wheel. */
  hue: number
  /** 0 dark to 1 bright. */
  light: number
}

export const swatchHues = [4, 28, 45, 140, 174, 210, 258, 328]
const columns = 4

export function swatchTargets({ width, height }: View): Target[] {
  const size = Math.min((width - 48 - 3 * 14) / columns, (height - 350) / 2)
  const top = height - 140 - 2 * (size + 14)
  return swatchHues.map((hue, index) => ({
    id: `hue ${hue}`,
    x: 24 + (index % columns) * (size + 14),
    y: top + Math.floor(index / columns) * (size + 14),
    width: size,
    height: size,
  }))
}

export const sliderRect = ({ width, height }: View): Rect => ({
  x: 32,
  y: height - 112,
  width: width - 64,
  height: 44,
})

export const colours: AppLogic<ColoursState> = {
  initial: { hue: 210, light: 0.6 },
  targets: (_state, view) => [...swatchTargets(view), { id: 'light', drag: true, ...sliderRect(view) }],
  facts: (state, id) =>
    id === 'light' ? { type: 'SeekBar' } : { type: 'ImageButton', selected: id === `hue ${state.hue}` },
  tap: (state, id) => (id.startsWith('hue ') ? { ...state, hue: Number(id.slice(4)) } : state),
  drag: (state, _id, { x }, view) => {
    const slider = sliderRect(view)
    return { ...state, light: clamp((x - slider.x) / slider.width, 0, 1) }
  },
}
