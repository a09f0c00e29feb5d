type Rgb = [red: number, green: number, blue: number]

const parseRgb = (hex: string): Rgb => {
  const digits = hex.replace('#', '')
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as Rgb
}
const toHex = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** `share`: fraction of the second colour in the first, 0 to 1. */
export function mix(color: string, other: string, share: number): string {
  const from = parseRgb(color)
  const to = parseRgb(other)
  return toHex(from.map((part, i) => part + ((to[i] ?? part) - part) * share) as Rgb)
}

/** Relative luminance as WCAG defines it. */
function luminance(color: string): number {
  const [red, green, blue] = parseRgb(color).map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** The nearest shade of a colour with at least this contrast to the background. */
export function readable(color: string, background: string, ratio = 4.5): string {
  const end = luminance(background) > 0.4 ? '#000000' : '#ffffff'
  for (let share = 0; share < 1; share += 0.02) {
    const shade = mix(color, end, share)
    if (contrast(shade, background) >= ratio) return shade
  }
  return end
}
