import { type ColoursState, sliderRect, swatchHues, swatchTargets } from '../../apps/colours.ts'
import { centreOf, drawSlider } from '../elements.ts'
import type { AppPicture } from '../scene.ts'

const saturation = 78

/** Between nearly black and pale. */
const toLightness = (light: number): number => Math.round(14 + light * 70)
const isPale = ({ light }: ColoursState): boolean => light > 0.72
const inkColour = (state: ColoursState): string => (isPale(state) ? '#1b1e27' : '#ffffff')

function toHex(hue: number, lightness: number): string {
  const share = lightness / 100
  const spread = (saturation / 100) * Math.min(share, 1 - share)
  const channel = (shift: number) => {
    const turn = (shift + hue / 30) % 12
    const value = share - spread * Math.max(-1, Math.min(turn - 3, 9 - turn, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`.toUpperCase()
}

export const coloursPicture: AppPicture<ColoursState> = {
  draw: (pen, state, view, { texts }) => {
    const { width, height } = view
    const lightness = toLightness(state.light)
    const colour = toHex(state.hue, lightness)
    const ink = inkColour(state)
    pen.box({ x: 0, y: 0, width, height }, colour)
    pen.text(texts.apps.colours, { x: 20, y: 58 }, { size: 25, bold: true, colour: ink })
    pen.text(texts.colourHint, { x: 20, y: 82 }, { size: 12, colour: `${ink}b0` })
    const swatches = swatchTargets(view)
    const middle = (92 + (swatches[0]?.y ?? height)) / 2
    pen.text(colour, { x: width / 2, y: middle }, { size: 46, bold: true, colour: ink, align: 'center' })
    const values = `H ${state.hue}°   S ${saturation}%   L ${lightness}%`
    pen.text(values, { x: width / 2, y: middle + 42 }, { size: 13, colour: `${ink}b0`, align: 'center' })
    swatches.forEach((swatch, index) => {
      const hue = swatchHues[index] ?? 0
      pen.shadowedBox(swatch, toHex(hue, 56), 20, { colour: 'rgba(0, 0, 0, 0.25)', blur: 10 })
      pen.outline(swatch, hue === state.hue ? '#ffffff' : '#ffffff55', 20, hue === state.hue ? 4 : 1)
      if (hue === state.hue) pen.disc(centreOf(swatch), 6, '#ffffff')
    })
    const slider = sliderRect(view)
    const tray = { x: slider.x - 16, y: slider.y - 4, width: slider.width + 32, height: slider.height + 8 }
    pen.box(tray, 'rgba(255, 255, 255, 0.24)', 26)
    drawSlider(pen, slider, state.light, toHex(state.hue, 50))
  },
  bars: inkColour,
}
