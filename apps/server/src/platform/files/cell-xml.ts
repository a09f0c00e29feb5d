export type Cell = string | number | null | undefined

/** Characters per cell, Excel's own limit. */
const cellLimit = 32_767

/** A to Z, AA to ZZ, and so on; 0 is A. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}

/** Empty cells are left out. @param number of the row, from 1 */
export const rowXml = (number: number, cells: readonly Cell[], format = 0) =>
  `<row r="${number}">${cells.map((cell, index) => cellXml(`${columnName(index)}${number}`, cell, format)).join('')}</row>`

function cellXml(reference: string, value: Cell, format: number): string {
  const start = `<c r="${reference}"${format ? ` s="${format}"` : ''}`
  if (typeof value === 'number') return Number.isFinite(value) ? `${start}><v>${value}</v></c>` : ''
  if (!value) return ''
  return `${start} t="inlineStr"><is><t xml:space="preserve">${escaped(value.slice(0, cellLimit))}</t></is></c>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** Characters that XML 1.0 cannot represent are omitted. */
const unwritable = /[^\P{Cc}\t\n\r]|\p{Cs}|[\ufffe\uffff]/gu
/** Spreadsheet programs read `_x0041_` as the character with this number. */
const numbered = /_(?=x[\da-f]{4}_)/gi

const escaped = (text: string) =>
  text
    .replace(unwritable, '')
    .replace(numbered, '_x005F_')
    .replace(/[&<>]/g, (character) => entities[character] ?? '')

/** Chinese characters, for example, are twice as wide as Latin ones. */
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g

/** Characters that may be next to each other in a cell. */
export function cellWidth(value: Cell): number {
  const text = String(value ?? '').slice(0, 200)
  return text.length + (text.match(wide)?.length ?? 0)
}
