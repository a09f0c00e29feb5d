import type { DynamicRowId, UserId } from '@fleetdeck/contract/ids'
import type { Language } from '@fleetdeck/i18n/languages'
import type { Deps } from '../../deps.ts'
import type { Design } from '../../domain/dynamic-tables/design.ts'
import {
  behind,
  type Condition,
  joined,
  oldestFirst,
  type StoredRow,
  selectRows,
} from '../../domain/dynamic-tables/rows.queries.ts'
import { sampleMark } from '../../platform/crud/sample-row.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { exportRows } from '../../platform/files/spreadsheet.ts'
import { text } from '../../platform/http/language.ts'

/** Rows per read. */
const chunkRows = 1000

/** Each field's English name is in the first line, so that the file can be imported again. */
const buildColumns = ({ columns }: Design) =>
  columns.map(({ columnName }) => ({
    title: columnName,
    value: (row: StoredRow) => row.values[columnName],
  }))

/** The filtered rows, as a spreadsheet for one download. */
export const exportTable = (
  { db, files }: Pick<Deps, 'db' | 'files'>,
  design: Design,
  { where, ownerId, idTitle }: { where: Condition; ownerId: UserId; idTitle: string },
) =>
  exportRows(files, {
    name: design.tableNameEn,
    ownerId,
    rows: readRows(db, design, where),
    columns: [{ title: idTitle, value: (row: StoredRow) => row.id }, ...buildColumns(design)],
  })

async function* readRows(db: Deps['db'], design: Design, where: Condition): AsyncGenerator<StoredRow> {
  let last: DynamicRowId | undefined
  for (;;) {
    const after = last === undefined ? undefined : behind(last)
    const choice = { where: joined(after, where), orderBy: oldestFirst, offset: 0, limit: chunkRows }
    const chunk = await selectRows(db, design, choice)
    yield* chunk
    last = chunk.at(-1)?.id
    if (chunk.length < chunkRows) return
  }
}

/** The fields' names, and a sample row with their Chinese names and lengths. */
export const templateFile = (files: FileStore, design: Design, { userId, language }: Reader) =>
  exportRows(files, {
    name: `${design.tableNameEn}_template`,
    ownerId: userId,
    isTemplate: true,
    rows: [null],
    columns: design.columns.map(({ columnName, columnInfo, columnSize }, index) => ({
      title: columnName,
      value: () =>
        index === 0
          ? sampleMark(language)
          : text(language, 'dynamicData.sample', { name: columnInfo, count: columnSize }),
    })),
  })

interface Reader {
  userId: UserId
  language: Language
}
