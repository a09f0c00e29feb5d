const brightest = 255

/**
 * Brightness, 0 to 255, from `dumpsys display`: whole numbers before Android 11, fractions of 1 since. Without it,
 * `settings get system screen_brightness`, which exceeds 255 for some vendors.
 */
export function parseBrightness(display: string, setting: string): number | undefined {
  for (const [, text = ''] of display.matchAll(
    /\bm(?:Current)?ScreenBrightness(?:Setting)?\s*[=:]\s*(-?[\d.]+)/g,
  )) {
    const value = Number(text)
    if (!(value >= 0)) continue
    if (text.includes('.') && value <= 1) return Math.round(value * brightest)
    if (value <= brightest) return Math.round(value)
  }
  const value = /^\d+$/.test(setting.trim()) ? Number(setting) : Number.NaN
  return value <= brightest ? value : undefined
}
