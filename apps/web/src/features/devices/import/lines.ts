import type { LineResult } from '@fleetdeck/contract/device-batches'

/** Lines that say something. */
export const countLines = (text: string | undefined): number =>
  (text ?? '').split(/\r\n|\r|\n/).filter((line) => line.trim() !== '').length

/** What was refused first; the rest as it stood in the file. */
export const refusedFirst = (results: readonly LineResult[]): LineResult[] =>
  results.toSorted((a, b) => Number(a.reason === null) - Number(b.reason === null) || a.line - b.line)

/** For a spreadsheet or an editor: fields parted by tabs. */
export const asTable = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => row.join('\t')).join('\n')
