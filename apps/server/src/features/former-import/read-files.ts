import { buffer } from 'node:stream/consumers'
import { type FormerFile, type FormerKind, formerLineLimit } from '@fleetdeck/contract/former-import'
import type { Language } from '@fleetdeck/i18n/languages'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { isSampleRow } from '../../platform/crud/sample-row.ts'
import { extensionOf, type StoredFileRow } from '../../platform/files/file-store.ts'
import { readSheet } from '../../platform/files/read-sheet.ts'
import { decodedText } from '../../platform/files/text-encoding.ts'
import { refusalText, text } from '../../platform/http/language.ts'
import { findHeadings, kindOfHeadings, kindOfName } from './columns.ts'
import { scriptsInZip } from './scripts-in-zip.ts'

export interface Upload {
  stored: StoredFileRow
  /** As the user has chosen. */
  kind: FormerKind | 'auto'
}

/** The cells of a line by the names of the columns. */
export interface RawLine {
  file: string
  line: number
  cells: Partial<Record<string, string>>
}
export interface ReadFile {
  file: FormerFile
  lines: RawLine[]
}

/** Of one text file, with empty ones. */
const maxTextLines = 2 * formerLineLimit

const refusals = {
  unreadable: 'formerImport.unreadable',
  tooBigInside: 'formerImport.tooBigInside',
  tooManyRows: 'formerImport.tooManyLines',
} as const

interface Reading extends Upload {
  name: string
  language: Language
  signal: AbortSignal
  content: () => Promise<Buffer>
}

/** Reads an uploaded file; one that cannot be read has a reason and no lines. */
export async function readFile(
  { files }: Deps,
  upload: Upload,
  { language, signal }: { language: Language; signal: AbortSignal },
): Promise<ReadFile> {
  const { stored, kind } = upload
  const name = stored.originalName
  const extension = extensionOf(name)
  const reading = { ...upload, name, language, signal, content: () => buffer(files.read(stored)) }
  if (extension === '.js') return readScript(reading)
  if (extension === '.zip') return readScripts(reading)
  if (extension === '.txt') return kind === 'scripts' ? readScript(reading) : readText(reading)
  try {
    return await readTable(reading)
  } catch (error) {
    if (error instanceof AppError) return refused(reading, refusalText(language, error))
    throw error
  }
}

/** A script named by its file. */
async function readScript(reading: Reading): Promise<ReadFile> {
  const { name, kind, language, content } = reading
  if (kind !== 'auto' && kind !== 'scripts')
    return refused(reading, text(language, 'formerImport.onlyScript'))
  const cells = { scriptName: withoutExtension(name), content: decodedText(await content()) }
  return read(reading, [{ file: name, line: 1, cells }], { kind: 'scripts' })
}

/** The scripts of an archive, named by their files. */
async function readScripts(reading: Reading): Promise<ReadFile> {
  const { name, kind, language, content } = reading
  if (kind !== 'auto' && kind !== 'scripts')
    return refused(reading, text(language, 'formerImport.onlyScripts'))
  const found = await scriptsInZip(await content())
  if ('refused' in found)
    return refused(reading, text(language, refusals[found.refused]), { kind: 'scripts' })
  const lines = found.scripts.map(({ name: script, text: source }, index) => ({
    file: name,
    line: index + 1,
    cells: { scriptName: withoutExtension(script), content: source },
  }))
  return read(reading, lines, { kind: 'scripts', ignored: found.others })
}

async function readText(reading: Reading): Promise<ReadFile> {
  const { name, kind, language, content } = reading
  const chosen = kind === 'auto' ? kindOfName(name) : kind
  if (!chosen) return refused(reading, text(language, 'formerImport.unknownText'))
  const raw = decodedText(await content()).split(/\r\n|\r|\n/, maxTextLines + 1)
  if (raw.length > maxTextLines)
    return refused(reading, text(language, refusals.tooManyRows, { count: formerLineLimit }), {
      kind: chosen,
    })
  return read(reading, textLines(name, chosen, raw), { kind: chosen })
}

/** A workbook or a csv, whose first row has the headings. */
async function readTable(reading: Reading): Promise<ReadFile> {
  const { name, kind, language, content, signal } = reading
  const type = extensionOf(name) === '.csv' ? 'csv' : 'workbook'
  const sheet = await readSheet({ content, kind: type, rowLimit: formerLineLimit }, signal)
  if ('refused' in sheet)
    return refused(reading, text(language, refusals[sheet.refused], { count: formerLineLimit }))
  const [titles = [], ...rows] = sheet.rows
  const chosen = kind === 'auto' ? kindOfHeadings(titles) : kind
  const headings = chosen && findHeadings(chosen, titles)
  if (!headings) {
    const key = chosen ? 'formerImport.columnsMissing' : 'formerImport.unknownColumns'
    return refused(reading, text(language, key), { ignored: titles.filter(Boolean) })
  }
  const { positions, columns, ignored } = headings
  const lines = rows.flatMap((row, index) =>
    row.length === 0 || isSampleRow(row)
      ? []
      : [{ file: name, line: index + 2, cells: cellsOf(row, positions, chosen, name) }],
  )
  return read(reading, lines, { kind: chosen, columns, ignored })
}

const refused = ({ name, kind }: Reading, reason: string, known: Partial<FormerFile> = {}): ReadFile => ({
  file: { ...emptyFile(name), ...(kind !== 'auto' && { kind }), ...known, reason },
  lines: [],
})

const read = (reading: Reading, lines: RawLine[], known: Partial<FormerFile>): ReadFile =>
  lines.length === 0
    ? refused(reading, text(reading.language, 'formerImport.noLines'), known)
    : { file: { ...emptyFile(reading.name), ...known, lines: lines.length }, lines }

const emptyFile = (name: string): FormerFile => ({
  name,
  kind: null,
  columns: [],
  ignored: [],
  reason: null,
  lines: 0,
  new: 0,
  changed: 0,
  same: 0,
  refused: 0,
})

const withoutExtension = (name: string) => name.slice(0, name.length - extensionOf(name).length)

function cellsOf(
  row: string[],
  positions: Map<string, number>,
  kind: FormerKind,
  fileName: string,
): RawLine['cells'] {
  const cells = Object.fromEntries(Array.from(positions, ([name, place]) => [name, row[place] ?? '']))
  return kind === 'dataGroups' ? { groupName: withoutExtension(fileName), ...cells } : cells
}

/** Of devices `number` or `number,group`; of data, a line is an item of the group that the file is named by. */
function textLines(file: string, kind: FormerKind, content: string[]): RawLine[] {
  const lines = content.map((raw, index) => ({ raw, line: index + 1 }))
  const filled = lines.filter(({ raw }) => raw.trim() !== '')
  if (kind === 'dataGroups') {
    const groupName = withoutExtension(file)
    return filled.map(({ raw, line }) => ({ file, line, cells: { groupName, content: raw } }))
  }
  const rows = filled.map(({ raw, line }) => ({
    line,
    cells: raw.split(/[\t,，]/).map((cell) => cell.trim()),
  }))
  const titles = findHeadings(kind, rows[0]?.cells ?? [])
  const order =
    titles?.positions ??
    new Map(
      kind === 'devices'
        ? [
            ['deviceNo', 0],
            ['groupName', 1],
          ]
        : [['groupName', 0]],
    )
  return rows
    .slice(titles ? 1 : 0)
    .map(({ line, cells }) => ({ file, line, cells: cellsOf(cells, order, kind, file) }))
}
