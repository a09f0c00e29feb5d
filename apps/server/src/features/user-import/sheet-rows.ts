import { importRowLimit } from '@fleetdeck/contract/user-import'
import type { Language } from '@fleetdeck/i18n/languages'
import { isSampleRow } from '../../platform/crud/sample-row.ts'
import type { SheetAnswer, SheetRefusal } from '../../platform/files/sheet.ts'
import { text } from '../../platform/http/language.ts'
import type { SheetRow } from './check-rows.ts'
import { findPositions, importColumns } from './columns.ts'

const refusalTexts = {
  unreadable: 'userImport.unreadable',
  tooBigInside: 'userImport.tooBigInside',
  tooManyRows: 'userImport.tooManyRows',
} as const satisfies Record<SheetRefusal, string>

/** The file's rows by column, or why the whole file is refused. Empty lines and the template's sample are left out. */
export function sheetRows(
  sheet: SheetAnswer,
  language: Language,
): { rows: SheetRow[]; ignored: string[] } | { reason: string } {
  if ('refused' in sheet)
    return { reason: text(language, refusalTexts[sheet.refused], { rows: importRowLimit }) }
  const [titles = [], ...lines] = sheet.rows
  const places = findPositions(titles)
  for (const column of importColumns)
    if ('required' in column && !places.has(column.name))
      return { reason: text(language, 'userImport.missingColumn', { name: text(language, column.title) }) }
  const rows = lines.flatMap((line, index): SheetRow[] => {
    if (line.every((cell) => cell === '') || isSampleRow(line)) return []
    const cells = Object.fromEntries([...places].map(([name, place]) => [name, line[place] ?? '']))
    return [{ row: index + 2, cells }]
  })
  const used = new Set(places.values())
  const ignored = titles.filter((title, place) => title !== '' && !used.has(place))
  return rows.length ? { rows, ignored } : { reason: text(language, 'userImport.noRows') }
}
