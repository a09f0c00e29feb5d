export interface SheetOrder {
  content: Uint8Array
  kind: 'workbook' | 'csv'
  /** Rows below the header. */
  rowLimit: number
  /** Further columns are ignored. */
  columnLimit: number
}
export type SheetRefusal = 'unreadable' | 'tooBigInside' | 'tooManyRows'
export type SheetAnswer = { rows: string[][] } | { refused: SheetRefusal }
