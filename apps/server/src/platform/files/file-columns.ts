import { fileColumnLimit, type fileLayout } from '@fleetdeck/contract/file-columns'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { type Language, languages } from '@fleetdeck/i18n/languages'
import type { z } from 'zod'
import { AppError } from '../core/app-error.ts'
import { isSampleRow } from '../crud/sample-row.ts'
import { text } from '../http/language.ts'
import type { SheetRefusal } from './sheet.ts'

/** What a column of a file can be imported as. */
export interface FileField {
  name: string
  /** Columns with one of these titles are this field; where two fields fit, the one that names it earlier. */
  titles: readonly string[]
}

/** Titles are compared without the mark of required columns, the width of letters and the case. */
export const plainTitle = (title: string) =>
  title
    .normalize('NFKC')
    .replace(/^\ufeff/, '')
    .trim()
    .replace(/\s*\*$/, '')
    .toLowerCase()

export const inAllLanguages = (key: TextKey): string[] => languages.map((language) => text(language, key))

/** The position of each field that a title names; of several titles of one field the first is used. */
export function matchTitles(fields: readonly FileField[], titles: readonly string[]): Map<string, number> {
  const places = new Map<string, number[]>()
  for (const [place, title] of titles.entries()) {
    const key = plainTitle(title)
    places.set(key, [...(places.get(key) ?? []), place])
  }
  const positions = new Map<string, number>()
  const used = new Set<number>()
  const longest = Math.max(0, ...fields.map((field) => field.titles.length))
  for (let rank = 0; rank < longest; rank += 1)
    for (const { name, titles: accepted } of fields) {
      if (positions.has(name)) continue
      const found = places.get(plainTitle(accepted[rank] ?? ''))?.find((place) => !used.has(place))
      if (accepted[rank] === undefined || found === undefined) continue
      positions.set(name, found)
      used.add(found)
    }
  return positions
}

/** Where the columns of a file go. */
export interface FileLayout {
  /** The first row names the columns. */
  hasTitles: boolean
  positions: ReadonlyMap<string, number>
}
type LayoutQuery = Pick<z.output<z.ZodObject<typeof fileLayout>>, 'columns' | 'hasTitles'>

/** The layout that the caller has chosen, if any. */
export function chosenLayout(
  fields: readonly FileField[],
  { columns, hasTitles }: LayoutQuery,
): FileLayout | undefined {
  if (!columns) return undefined
  const names = new Set(fields.map(({ name }) => name))
  for (const name of columns.keys())
    if (!names.has(name)) throw new AppError('importFieldUnknown', { field: name })
  return { hasTitles: hasTitles === '1', positions: columns }
}

export const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

export interface FileLine {
  /** From 1, as in the file. */
  row: number
  cells: string[]
}
export interface LaidOutFile extends FileLayout {
  /** Of all columns, if the file has them. */
  titles: string[]
  /** Without blank rows and the template's sample. */
  lines: FileLine[]
  /** Columns that have a cell and are not imported: their titles, or their positions. */
  ignored: string[]
}

/** The rows of a file and the layout that is chosen, or found by the titles in the first row. */
export function layOut(
  rows: string[][],
  {
    fields,
    chosen,
    language,
  }: { fields: readonly FileField[]; chosen: FileLayout | undefined; language: Language },
): LaidOutFile {
  const filled = rows.flatMap((cells, index) =>
    isBlank(cells) || isSampleRow(cells) ? [] : [{ row: index + 1, cells }],
  )
  const first = filled[0]?.cells ?? []
  const layout = chosen ?? { hasTitles: true, positions: matchTitles(fields, first) }
  const titles = layout.hasTitles ? first : []
  return {
    ...layout,
    titles,
    lines: layout.hasTitles ? filled.slice(1) : filled,
    ignored: ignoredColumns(filled, titles, { positions: layout.positions, language }),
  }
}

function ignoredColumns(
  filled: readonly FileLine[],
  titles: readonly string[],
  { positions, language }: { positions: FileLayout['positions']; language: Language },
): string[] {
  const used = new Set(positions.values())
  const ignored = new Set<number>()
  for (const { cells } of filled)
    for (const [place, cell] of cells.entries()) if (cell.trim() && !used.has(place)) ignored.add(place)
  return [...ignored]
    .sort((a, b) => a - b)
    .map(
      (place) => columnLabel(titles[place] ?? '') || text(language, 'import.column', { number: place + 1 }),
    )
}

/** A cell may be much longer than a title. */
export const columnLabel = (title: string) => title.trim().slice(0, 100)

/** The cells of a line by the names of their fields. */
export const cellsByField = ({ cells }: FileLine, { positions }: FileLayout) =>
  Object.fromEntries(Array.from(positions, ([name, place]) => [name, cells[place] ?? '']))

/** Why a file is refused, in the words of its import. */
export const sheetRefusalText = (
  language: Language,
  refused: SheetRefusal,
  { limit, ...texts }: Record<Exclude<SheetRefusal, 'tooManyColumns'>, TextKey> & { limit: number },
) =>
  refused === 'tooManyColumns'
    ? text(language, 'import.tooManyColumns', { count: fileColumnLimit })
    : text(language, texts[refused], { rows: limit, count: limit })
