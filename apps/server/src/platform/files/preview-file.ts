import {
  type FilePreview,
  fileColumnLimit,
  type previewQuery,
  previewRows,
} from '@fleetdeck/contract/file-columns'
import type { TextEncoding } from '@fleetdeck/contract/text-encodings'
import type { z } from 'zod'
import { AppError } from '../core/app-error.ts'
import { isSampleRow } from '../crud/sample-row.ts'
import { type FileField, isBlank, matchTitles } from './file-columns.ts'
import { readSheet } from './read-sheet.ts'
import type { SheetRefusal } from './sheet.ts'

/** Characters of a cell in a preview. */
export const previewLength = 200
/** Rows in which the first ones that are not blank are searched. */
const searchedRows = 200

const refusals = {
  unreadable: 'importUnreadable',
  tooBigInside: 'importTooBigInside',
  // A preview does not read so far.
  tooManyRows: 'importTooBigInside',
  tooManyColumns: 'importTooManyColumns',
} as const satisfies Record<SheetRefusal, string>

export interface FieldChoice {
  fields: readonly (FileField & { title: string })[]
  /** Of each of these lists one field needs a column. */
  required: string[][]
}

interface Previewed {
  content: () => Promise<Uint8Array>
  kind: 'workbook' | 'csv'
  query?: z.output<z.ZodObject<typeof previewQuery>>
}

/** The first rows of a workbook or csv, and the fields that its titles name. */
export async function previewSheet(
  file: Previewed,
  choice: FieldChoice,
  signal: AbortSignal,
): Promise<FilePreview> {
  const { rows, encoding } = await readBeginning(file, signal)
  return toPreview(rows, encoding, choice)
}

/** The first rows of a workbook or csv, with blank ones. */
export async function readBeginning({ content, kind, query }: Previewed, signal: AbortSignal) {
  const sheet = await readSheet(
    {
      content,
      kind,
      rowLimit: searchedRows,
      encoding: query?.encoding,
      beginning: query?.isCut === '1' ? 'cut' : 'whole',
    },
    signal,
  )
  if ('refused' in sheet) throw new AppError(refusals[sheet.refused], { count: fileColumnLimit })
  return sheet
}

/** @param rows that may contain blank ones and the template's sample */
export function toPreview(
  rows: Iterable<string[]>,
  encoding: TextEncoding | null,
  { fields, required }: FieldChoice,
): FilePreview {
  const first: string[][] = []
  for (const cells of rows) {
    if (first.length >= previewRows) break
    if (!isBlank(cells) && !isSampleRow(cells)) first.push(cells.map((cell) => cell.slice(0, previewLength)))
  }
  const positions = matchTitles(fields, first[0] ?? [])
  return {
    encoding,
    rows: first,
    hasTitles: true,
    columns: columnsAt(positions, first),
    fields: fields.map(({ name, title }) => ({ name, title })),
    required,
  }
}

/** The field of each column. */
export function columnsAt(
  positions: ReadonlyMap<string, number>,
  rows: readonly string[][],
): (string | null)[] {
  const fieldAt = new Map(Array.from(positions, ([name, place]) => [place, name]))
  const width = Math.max(0, ...rows.map((cells) => cells.length))
  return Array.from({ length: width }, (_, place) => fieldAt.get(place) ?? null)
}
