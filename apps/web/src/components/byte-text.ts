const units = ['B', 'KB', 'MB', 'GB'] as const
const thinSpace = '\u2009'

/** spec §9: B, KB, MB or GB with 2 decimals. */
export function byteText(bytes: number): string {
  let value = bytes
  let unit = 0
  while (Math.abs(value) >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${value.toFixed(2)}${thinSpace}${units[unit]}`
}
