import { Readable } from 'node:stream'
import { utils, write } from '@e965/xlsx'
import type { FileStore } from './file-store.ts'

type Cell = string | number | null | undefined
export interface Column<Row> {
  title: string
  value: (row: Row) => Cell
}

const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Writes rows as a spreadsheet for one download; the name is the screen's, with the time behind it. */
export async function exportRows<Row>(
  files: FileStore,
  { name, ownerId, columns, rows }: { name: string; ownerId: number; columns: Column<Row>[]; rows: Row[] },
): Promise<{ fileName: string }> {
  const table = [
    columns.map((column) => column.title),
    ...rows.map((row) => columns.map((c) => plain(c.value(row)))),
  ]
  const book = utils.book_new(utils.aoa_to_sheet(table), name)
  const content = Readable.from([
    write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer,
  ])
  const originalName = `${name}_${Date.now()}.xlsx`
  const saved = await files.save(content, {
    originalName,
    mediaType,
    ownerId,
    temporary: true,
    limit: 1 << 30,
  })
  return { fileName: saved.fileName }
}

/** A text that a spreadsheet would take for a formula gets a tab in front. */
function plain(value: Cell): Cell {
  return typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `\t${value}` : value
}
