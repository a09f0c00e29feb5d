import { mix, readable } from './contrast.ts'

/** All colours of the console; antd's tokens and our own style sheets are derived from these. */
export interface Palette {
  /** The page background. */
  ground: string
  surface: string
  raised: string
  line: string
  /** Borders of inputs: contrast of three to their background (WCAG 1.4.11). */
  inputLine: string
  text: string
  textSoft: string
  textFaint: string
  textOff: string
  hover: string
  /** The selected colour unchanged: marks and bars, never text. */
  accent: string
  /** The selected colour as text and as fill below `onAccent`: contrast 4.5 or more. */
  accentText: string
  accentHover: string
  accentActive: string
  accentWash: string
  onAccent: string
  good: string
  warn: string
  bad: string
  badHover: string
  badActive: string
}

const light = {
  ground: '#f3f5f7',
  surface: '#ffffff',
  raised: '#ffffff',
  line: '#e2e6ea',
  inputLine: '#89939e',
  text: '#171c22',
  textSoft: '#434c57',
  textFaint: '#5d6772',
  textOff: '#9aa3ad',
  hover: '#eceff2',
  good: '#177245',
  warn: '#9a5b00',
  bad: '#c62a2f',
}

const dark = {
  ground: '#0d1013',
  surface: '#14181c',
  raised: '#1b2026',
  line: '#272d34',
  inputLine: '#636e7a',
  text: '#e3e7eb',
  textSoft: '#b3bbc4',
  textFaint: '#98a2ac',
  textOff: '#5c6670',
  hover: '#20262c',
  good: '#4cc38a',
  warn: '#e0a64a',
  bad: '#ff7b78',
}

export function buildPalette(themeColor: string, isDark: boolean): Palette {
  const base = isDark ? dark : light
  // Accent text appears on raised surfaces, on the background and on its own tint.
  const accentText = readable(themeColor, isDark ? base.raised : base.ground, isDark ? 5.2 : 4.9)
  const away = isDark ? '#ffffff' : '#000000'
  return {
    ...base,
    accent: readable(themeColor, base.surface, 3),
    accentText,
    accentHover: mix(accentText, away, 0.14),
    accentActive: mix(accentText, away, 0.26),
    accentWash: mix(base.surface, accentText, isDark ? 0.14 : 0.07),
    badHover: mix(base.bad, away, 0.14),
    badActive: mix(base.bad, away, 0.26),
    onAccent: isDark ? '#0b0e11' : '#ffffff',
  }
}
