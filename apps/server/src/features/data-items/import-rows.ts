import { Readable } from 'node:stream'
import type { TextEncoding } from '@fleetdeck/contract/text-encodings'
import type { Language } from '@fleetdeck/i18n/languages'
import { isSampleRow } from '../../platform/crud/sample-row.ts'
import { columnLabel, inAllLanguages, isBlank, matchTitles } from '../../platform/files/file-columns.ts'
import type { SheetAnswer, SheetRefusal } from '../../platform/files/sheet.ts'
import { text } from '../../platform/http/language.ts'
import { detectEncoding, type FileRow, readCsvRows, readLines } from './text-file.ts'

interface TextFile {
  kind: 'txt' | 'csv'
  open: () => Promise<Readable>
}
/** An uploaded file; its name decides how it is read. */
export type ImportFile = { size: number } & (TextFile | { kind: 'sheet'; sheet: Promise<SheetAnswer> })
interface OpenedFile {
  /** Null for a spreadsheet. */
  encoding: TextEncoding | null
  rows: AsyncIterable<FileRow>
}

interface Opening {
  /** Of text files; by default it is detected. */
  encoding?: TextEncoding | undefined
  /** Characters of one row, or of one cell; the rest is cut off. */
  maxLength: number
}

/** Opens the file; a spreadsheet is read as a whole, text files are streamed. */
export async function openFile(
  file: ImportFile,
  { encoding: chosen, maxLength }: Opening,
): Promise<OpenedFile | { refused: SheetRefusal }> {
  if (file.kind === 'sheet') return sheetRows(await file.sheet, file.size)
  const encoding = chosen ?? (await detectEncoding(await file.open()))
  return { encoding, rows: textRows(file, { encoding, maxLength }) }
}

/** The rows of a text file, without the template's sample. */
export function textRows(
  { kind, open }: TextFile,
  { encoding, maxLength }: { encoding: TextEncoding; maxLength: number },
): AsyncIterable<FileRow> {
  const source = { content: Readable.from(read(open)), encoding, maxLength }
  return kind === 'csv' ? withoutSample(readCsvRows(source)) : readLines(source)
}

async function* read(open: TextFile['open']): AsyncGenerator<Buffer> {
  yield* await open()
}

function sheetRows(sheet: SheetAnswer, size: number): OpenedFile | { refused: SheetRefusal } {
  if ('refused' in sheet) return sheet
  const { rows } = sheet
  async function* counted(): AsyncGenerator<FileRow> {
    for (const [index, cells] of rows.entries())
      yield { line: index + 1, cells, read: Math.floor((size * (index + 1)) / rows.length) }
  }
  return { encoding: null, rows: withoutSample(counted()) }
}

async function* withoutSample(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow> {
  for await (const row of rows) if (!isSampleRow(row.cells)) yield row
}

/** Which columns of a file are imported, from 0. */
export interface Layout {
  /** The first row names the columns. */
  hasTitles: boolean
  /** -1: no column has names. */
  name: number
  content: number
}

const fieldTitles = { name: 'dataItem.name', content: 'dataItem.content' } as const
const fields = (['name', 'content'] as const).map((name) => ({
  name,
  titles: inAllLanguages(fieldTitles[name]),
}))

/** What the columns of a file can be imported as. */
export const fieldChoice = (language: Language) => ({
  fields: fields.map((field) => ({ ...field, title: text(language, fieldTitles[field.name]) })),
  required: [['content']],
})

/** The layout of a file whose first row has these cells: by their titles in any language, else [content] or [name, content]. */
export function findLayout(cells: readonly string[]): Layout {
  const positions = matchTitles(fields, cells)
  const content = positions.get('content')
  if (content !== undefined) return { hasTitles: true, name: positions.get('name') ?? -1, content }
  return { hasTitles: false, ...(cells.length > 1 ? { name: 0, content: 1 } : { name: -1, content: 0 }) }
}

export interface ItemRow extends FileRow {
  /** Null: no column has names, or the cell is blank. */
  name: string | null
  value: string
  /** It has more cells than the first row: what they contain is not known. */
  isTooWide: boolean
}

/**
 * Rows as items, without blank ones and without the titles.
 * @param layout by default it is found by the first row
 * @param ignore receives the titles of the columns that are not imported, or their positions from 1
 */
export async function* toItems(
  rows: AsyncIterable<FileRow>,
  layout: Layout | undefined,
  ignore: (columns: (string | number)[]) => void,
): AsyncGenerator<ItemRow> {
  let found: (Layout & { width: number }) | undefined
  for await (const row of rows) {
    if (!row.isTooLong && !row.isEndless && isBlank(row.cells)) continue
    const isFirst = found === undefined
    found ??= { ...(layout ?? findLayout(row.cells)), width: row.cells.length }
    const { hasTitles, name, content, width } = found
    if (isFirst) {
      const ignored = row.cells.flatMap((title, place) =>
        place === name || place === content ? [] : [(hasTitles && columnLabel(title)) || place + 1],
      )
      if (ignored.length) ignore(ignored)
      if (hasTitles) continue
    }
    const isTooWide = !isBlank(row.cells.slice(width))
    yield { ...row, name: row.cells[name]?.trim() || null, value: row.cells[content] ?? '', isTooWide }
  }
}
