import type { LineResult } from '@fleetdeck/contract/device-batches'

/** Number of non-empty lines. */
export const countLines = (text: string | undefined): number =>
  (text ?? '').split(/\r\n|\r|\n/).filter((line) => line.trim() !== '').length

/** Refused lines first, each part in the order of the file. */
export const refusedFirst = (results: readonly LineResult[]): LineResult[] =>
  results.toSorted((a, b) => Number(a.reason === null) - Number(b.reason === null) || a.line - b.line)

/** Tab-separated, for a spreadsheet or an editor. */
export const asTable = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => row.join('\t')).join('\n')
