import type { Readable } from 'node:stream'
import { languages } from '@fleetdeck/i18n/languages'
import { isSampleRow } from '../../platform/crud/sample-row.ts'
import type { SheetAnswer, SheetRefusal } from '../../platform/files/sheet.ts'
import { text } from '../../platform/http/language.ts'
import { detectEncoding, type FileRow, readCsvRows, readLines } from './text-file.ts'

/** An uploaded file; its name decides how it is read. */
export type ImportFile = { size: number } & (
  | { kind: 'txt' | 'csv'; open: () => Readable }
  | { kind: 'sheet'; sheet: Promise<SheetAnswer> }
)
export interface OpenedFile {
  encoding: string
  rows: AsyncIterable<FileRow>
}

/** Opens the file; a spreadsheet is read as a whole, text files are streamed. */
export async function openFile(
  file: ImportFile,
  maxLength: number,
): Promise<OpenedFile | { refused: SheetRefusal }> {
  if (file.kind === 'sheet') return sheetRows(await file.sheet, file.size)
  const encoding = await detectEncoding(file.open())
  const source = { content: file.open(), encoding, maxLength }
  const name = encoding === 'gb18030' ? 'GBK' : encoding.toUpperCase()
  return {
    encoding: name,
    rows: file.kind === 'csv' ? withoutTitles(withoutSample(readCsvRows(source))) : readLines(source),
  }
}

function sheetRows(sheet: SheetAnswer, size: number): OpenedFile | { refused: SheetRefusal } {
  if ('refused' in sheet) return sheet
  const { rows } = sheet
  async function* counted(): AsyncGenerator<FileRow> {
    for (const [index, cells] of rows.entries())
      yield { line: index + 1, cells, read: Math.floor((size * (index + 1)) / rows.length) }
  }
  return { encoding: '', rows: withoutTitles(withoutSample(counted())) }
}

async function* withoutSample(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow> {
  for await (const row of rows) if (!isSampleRow(row.cells)) yield row
}

const titlesInAllLanguages = (key: 'dataItem.name' | 'dataItem.content') =>
  languages.map((language) => text(language, key).toLowerCase())
const plain = (title: string) =>
  title
    .replace(/^\ufeff/, '')
    .replace(/\*$/, '')
    .trim()
    .toLowerCase()

/** Rows as [content] or [name, content]; a title row names the columns and is left out. */
async function* withoutTitles(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow> {
  let order: { name: number; content: number } | undefined
  let isFirst = true
  for await (const row of rows) {
    if (isFirst) {
      isFirst = false
      const titles = row.cells.map(plain)
      const content = titles.findIndex((title) => titlesInAllLanguages('dataItem.content').includes(title))
      const name = titles.findIndex((title) => titlesInAllLanguages('dataItem.name').includes(title))
      if (content >= 0) {
        order = { name, content }
        continue
      }
    }
    const { name, content } =
      order ?? (row.cells.length > 1 ? { name: 0, content: 1 } : { name: -1, content: 0 })
    const value = row.cells[content] ?? ''
    yield { ...row, cells: name < 0 ? [value] : [row.cells[name] ?? '', value] }
  }
}
