import { readText } from '@fleetdeck/contract/detect-encoding'
import { type FormerFile, type FormerKind, formerLineLimit } from '@fleetdeck/contract/former-import'
import { languageOfFile } from '@fleetdeck/contract/script-language'
import type { TextEncoding } from '@fleetdeck/contract/text-encodings'
import type { Language } from '@fleetdeck/i18n/languages'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { cellsByField, chosenLayout, layOut, sheetRefusalText } from '../../platform/files/file-columns.ts'
import { extensionOf, type StoredFileRow } from '../../platform/files/file-store.ts'
import { readSheet } from '../../platform/files/read-sheet.ts'
import { refusalText, text } from '../../platform/http/language.ts'
import { fieldChoice, kindOfHeadings, kindOfName } from './columns.ts'
import { isScriptFile, scriptsInZip } from './scripts-in-zip.ts'
import { firstRow, layoutOfText, lineEnds, textRows } from './text-rows.ts'

export interface Upload {
  stored: StoredFileRow
  /** As the user has chosen. */
  kind: FormerKind | 'auto'
  encoding: TextEncoding | undefined
  /** By default the columns are found by their titles. */
  columns: ReadonlyMap<string, number> | undefined
  hasTitles: '0' | '1'
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
  limit: formerLineLimit,
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
  const reading = { ...upload, name, language, signal, content: () => files.read(stored) }
  if (isScriptFile(name)) return readScript(reading)
  if (extension === '.zip') return readScripts(reading)
  if (extension === '.txt' && kind === 'scripts') return readScript(reading)
  try {
    return await (extension === '.txt' ? readPlainText(reading) : readTable(reading))
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
  const cells = scriptCells(name, readText(await content(), reading).text)
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
    cells: scriptCells(script, source),
  }))
  return read(reading, lines, { kind: 'scripts', ignored: found.others })
}

async function readPlainText(reading: Reading): Promise<ReadFile> {
  const { name, kind, language, content } = reading
  const chosen = kind === 'auto' ? kindOfName(name) : kind
  if (!chosen) return refused(reading, text(language, 'formerImport.unknownText'))
  const raw = readText(await content(), reading).text.split(lineEnds, maxTextLines + 1)
  if (raw.length > maxTextLines)
    return refused(reading, text(language, refusals.tooManyRows, { count: formerLineLimit }), {
      kind: chosen,
    })
  return readRows(reading, chosen, textRows(chosen, raw))
}

/** A workbook or a csv. */
async function readTable(reading: Reading): Promise<ReadFile> {
  const { name, kind, language, content, signal, encoding } = reading
  const type = extensionOf(name) === '.csv' ? 'csv' : 'workbook'
  const sheet = await readSheet({ content, kind: type, rowLimit: formerLineLimit, encoding }, signal)
  if ('refused' in sheet) return refused(reading, sheetRefusalText(language, sheet.refused, refusals))
  const titles = firstRow(sheet.rows)
  const chosen = kind === 'auto' ? kindOfHeadings(titles) : kind
  if (!chosen)
    return refused(reading, text(language, 'formerImport.unknownColumns'), {
      ignored: titles.filter(Boolean),
    })
  return readRows(reading, chosen, sheet.rows)
}

/** The rows of a file of a known kind, by the columns that are chosen or found. */
function readRows(reading: Reading, kind: FormerKind, rows: string[][]): ReadFile {
  const { name, language } = reading
  const { fields, required } = fieldChoice(kind, language)
  const isText = extensionOf(name) === '.txt'
  const chosen = chosenLayout(fields, reading) ?? (isText ? layoutOfText(kind, firstRow(rows)) : undefined)
  const { lines, titles, ignored, ...layout } = layOut(rows, { fields, chosen, language })
  if (!required.every((names) => names.some((field) => layout.positions.has(field))))
    return refused(reading, text(language, 'formerImport.columnsMissing'), {
      ignored: titles.filter(Boolean),
    })
  const places = new Set(layout.positions.values())
  const groupName = kind === 'dataGroups' && { groupName: withoutExtension(name) }
  return read(
    reading,
    lines.map((line) => ({
      file: name,
      line: line.row,
      cells: { ...groupName, ...cellsByField(line, layout) },
    })),
    { kind, columns: titles.filter((_, place) => places.has(place)), ignored },
  )
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

const scriptCells = (name: string, content: string) => ({
  ...{ scriptName: withoutExtension(name), content },
  scriptLanguage: languageOfFile(name),
})

const withoutExtension = (name: string) => name.slice(0, name.length - extensionOf(name).length)
