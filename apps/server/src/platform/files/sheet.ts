import type { TextEncoding } from '@fleetdeck/contract/text-encodings'

export interface SheetOrder {
  content: Uint8Array
  kind: 'workbook' | 'csv'
  /** Rows that are not blank, below the header. */
  rowLimit: number
  /** Of a csv; by default it is detected. */
  encoding?: TextEncoding | undefined
  /** Reads up to the limit only; further rows are no reason to refuse. `cut`: the file itself is a beginning. */
  beginning?: 'whole' | 'cut' | undefined
}
export type SheetRefusal = 'unreadable' | 'tooBigInside' | 'tooManyRows' | 'tooManyColumns'
export type SheetAnswer =
  | {
      rows: string[][]
      /** Null for a workbook. */
      encoding: TextEncoding | null
    }
  | { refused: SheetRefusal }
