import { expect, test } from 'vitest'
import { themeColors } from '../constants.ts'
import { contrast } from './contrast.ts'
import { buildPalette } from './palette.ts'

const colors = [...themeColors, '#ffffff', '#000000', '#ffff00', '#ff00ff']

test.each(colors)('texts and filled buttons are readable with %s, in light and dark', (color) => {
  for (const isDark of [false, true]) {
    const palette = buildPalette(color, isDark)
    const grounds = [palette.ground, palette.surface, palette.raised, palette.accentWash]
    for (const ground of grounds) expect(contrast(palette.accentText, ground)).toBeGreaterThanOrEqual(4.5)
    for (const fill of [palette.accentText, palette.accentHover, palette.accentActive])
      expect(contrast(palette.onAccent, fill)).toBeGreaterThanOrEqual(4.5)
  }
})

test.each([false, true])('neutral texts are readable on every background (dark: %s)', (isDark) => {
  const palette = buildPalette('#1890ff', isDark)
  for (const ground of [palette.ground, palette.surface, palette.raised]) {
    for (const text of [
      palette.text,
      palette.textSoft,
      palette.textFaint,
      palette.bad,
      palette.good,
      palette.warn,
    ])
      expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette.inputLine, palette.surface)).toBeGreaterThanOrEqual(3)
  }
})
