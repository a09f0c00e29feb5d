import { siteClock } from '@fleetdeck/contract/site-time'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Language } from '@fleetdeck/i18n/languages'
import type { Caller } from '../core/caller.ts'
import type { FileStore } from '../files/file-store.ts'
import { exportRows } from '../files/spreadsheet.ts'
import { text } from '../http/language.ts'
import type { ParameterStore } from '../parameters/parameter-store.ts'

type Cell = string | number | Date | null | undefined

/** A text in the caller's language; times in it are of the site's time zone. */
type CellText = (key: TextKey, values?: Record<string, string | number | Date>) => string

/** The content of a list's spreadsheet. */
export interface Sheet<Row> {
  /** The first part of the file's name. */
  name: string
  columns: { title: TextKey; value: (row: Row, t: CellText) => Cell }[]
}

/**
 * Writes rows as they are read, with titles in the caller's language and times in the site's time zone, for one download.
 */
export function exportSheet<Row>(
  { files, parameters }: { files: FileStore; parameters: ParameterStore },
  { name, columns }: Sheet<Row>,
  rows: Iterable<Row> | AsyncIterable<Row>,
  { caller, language }: { caller: Caller; language: Language },
): Promise<{ fileName: string }> {
  const timeText = siteClock(parameters.get('sys.timeZone'))
  const t: CellText = (key, values = {}) =>
    text(
      language,
      key,
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          value instanceof Date ? timeText(value) : value,
        ]),
      ),
    )
  return exportRows(files, {
    name,
    ownerId: caller.userId,
    rows,
    columns: columns.map(({ title, value }) => ({
      title: t(title),
      value: (row: Row) => {
        const cell = value(row, t)
        return cell instanceof Date ? timeText(cell) : cell
      },
    })),
  })
}

export async function* mapEach<From, To>(rows: AsyncIterable<From>, map: (row: From) => To) {
  for await (const row of rows) yield map(row)
}

/** The status cell of a row that can be disabled. */
export const statusCell = ({ status }: { status: number }, t: (key: TextKey) => string) =>
  t(status ? 'common.disabled' : 'common.enabled')
