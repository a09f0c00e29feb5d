import { importRowLimit } from '@fleetdeck/contract/user-import'
import type { Language } from '@fleetdeck/i18n/languages'
import { cellsByField, type FileLayout, layOut, sheetRefusalText } from '../../platform/files/file-columns.ts'
import type { SheetAnswer } from '../../platform/files/sheet.ts'
import { text } from '../../platform/http/language.ts'
import type { SheetRow } from './check-rows.ts'
import { fieldChoice, importColumns } from './columns.ts'

/** The file's rows by column, or why the whole file is refused. */
export function sheetRows(
  sheet: SheetAnswer,
  { layout: chosen, language }: { layout: FileLayout | undefined; language: Language },
): { rows: SheetRow[]; ignored: string[] } | { reason: string } {
  if ('refused' in sheet)
    return {
      reason: sheetRefusalText(language, sheet.refused, {
        unreadable: 'userImport.unreadable',
        tooBigInside: 'userImport.tooBigInside',
        tooManyRows: 'userImport.tooManyRows',
        limit: importRowLimit,
      }),
    }
  const file = layOut(sheet.rows, { fields: fieldChoice(language).fields, chosen, language })
  for (const column of importColumns)
    if ('required' in column && !file.positions.has(column.name))
      return { reason: text(language, 'userImport.missingColumn', { name: text(language, column.title) }) }
  const rows = file.lines.map((line) => ({ row: line.row, cells: cellsByField(line, file) }))
  return rows.length ? { rows, ignored: file.ignored } : { reason: text(language, 'userImport.noRows') }
}
