import { Readable } from 'node:stream'
import { decoded } from '@fleetdeck/contract/decoded'
import type { ErrorName } from '@fleetdeck/contract/errors'
import type { UserId } from '@fleetdeck/contract/ids'
import { languageOfFile, type ScriptLanguage } from '@fleetdeck/contract/script-language'
import type { ScriptDraft } from '@fleetdeck/contract/scripts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Db } from '../../platform/db/db.ts'
import { extensionOf, type FileStore, type StoredFileRow } from '../../platform/files/file-store.ts'
import { typesIn } from '../../platform/files/receive-file.ts'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'
import { type CallFailure, SafeFetchError, safeFetchFile } from '../../platform/safe-fetch/safe-fetch.ts'
import { findScriptFile } from './script-files.queries.ts'

interface ScriptFileDeps {
  db: Db
  files: FileStore
  parameters: ParameterStore
}

export interface VersionFile {
  /** Empty for an uploaded or written script. */
  sourceUrl: string
  fileName: string
  originalName: string
  /** Bytes. */
  size: number
  md5: string
}

const fetchMs = 30_000
/** File endings that are read and run as text. */
const texts = ['js', 'mjs', 'ts', 'mts', 'txt', 'json']

export interface FileLimits {
  /** MB. */
  limit: number
  types: string[]
}

export const readLimits = ({ parameters }: Pick<ScriptFileDeps, 'parameters'>): FileLimits => ({
  limit: parameters.get('script.fileSize'),
  types: typesIn(parameters.get('script.fileType')),
})

type Source = Pick<
  ScriptDraft,
  'url' | 'fileName' | 'content' | 'fileMd5' | 'scriptName' | 'scriptLanguage'
> & {
  /** Of a written script; omitted: by its name and language. */
  originalName?: string | undefined
}

/**
 * Saves a draft with its file: uploaded, written, or downloaded from the address; undefined when the draft names none. A
 * file that is stored here, but not used by what is saved, is removed again.
 */
export async function withScriptFile<T>(
  deps: ScriptFileDeps,
  { source, ownerId }: { source: Source; ownerId: UserId },
  save: (file: VersionFile | undefined) => Promise<T>,
): Promise<T> {
  if (source.content === undefined && source.fileName) {
    const row = await deps.files.claim(source.fileName, ownerId)
    if (!row) throw new AppError('uploadGone')
    return save(toVersionFile(source, row))
  }
  const row = await newFile(deps, source, ownerId)
  if (!row) return save(undefined)
  try {
    return await save(toVersionFile(source, row))
  } finally {
    // The job that cleans files finds it, too.
    await removeUnlessUsed(deps, row).catch(() => undefined)
  }
}

function toVersionFile({ fileMd5, url }: Source, row: StoredFileRow): VersionFile {
  const { fileName, originalName, size, md5 } = row
  const expected = fileMd5?.toLowerCase()
  if (expected && expected !== md5) throw new AppError('scriptMd5Wrong', { md5 })
  return { sourceUrl: url ?? '', fileName, originalName, size, md5 }
}

/** Removes those of these files that no script uses any more. */
export async function removeUnusedFiles(deps: ScriptFileDeps, fileNames: Iterable<string>): Promise<void> {
  for (const name of new Set(fileNames)) {
    const row = await deps.files.find(name)
    if (row) await removeUnlessUsed(deps, row)
  }
}

/** Removes a file that no script uses. */
async function removeUnlessUsed({ db, files }: ScriptFileDeps, row: StoredFileRow): Promise<void> {
  if (!(await findScriptFile(db, row.fileName))) await files.remove(row)
}

/** The file of a written script: its ending tells the language, whatever the script is called. */
const fileNameOf = (scriptName: string, language: ScriptLanguage) =>
  `${scriptName.replace(/\.[jt]s$/i, '')}.${language}`

async function newFile(
  deps: ScriptFileDeps,
  source: Source,
  ownerId: UserId,
): Promise<StoredFileRow | undefined> {
  if (source.content !== undefined) {
    const content = Buffer.from(source.content)
    const { scriptName, scriptLanguage = languageOfFile(scriptName) } = source
    const originalName = source.originalName ?? fileNameOf(scriptName, scriptLanguage)
    return keep(deps, { content, ownerId, originalName })
  }
  if (!source.url) return undefined
  const content = await fetched(deps, source.url)
  const name = decoded(new URL(source.url).pathname.split('/').at(-1) || 'script.js')
  const originalName = extensionOf(name) ? name : `${name}.js`
  return keep(deps, { content, ownerId, originalName })
}

async function keep(
  deps: ScriptFileDeps,
  { content, ownerId, originalName }: { content: Buffer; ownerId: UserId; originalName: string },
): Promise<StoredFileRow> {
  const { limit, types } = readLimits(deps)
  checkContent(originalName, content)
  const isWritten = ['.js', '.ts'].includes(extensionOf(originalName))
  if (!isWritten && !types.includes(extensionOf(originalName).slice(1)))
    throw new AppError('uploadWrongType', { types: { oneOf: types } })
  return deps.files.save(Readable.from([content]), {
    originalName,
    mediaType: 'application/octet-stream',
    ownerId,
    temporary: false,
    limit: limit * 1024 * 1024,
  })
}

/** A script that is named as text must be text: an archive under such a name would only fail on the phones. */
export function checkContent(name: string, content: Buffer): void {
  if (!texts.includes(extensionOf(name).slice(1))) return
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content)
    if (!text.includes('\0')) return
  } catch {
    // Reported below.
  }
  throw new AppError('scriptNotText')
}

const failures = {
  badAddress: 'scriptAddressWrong',
  privateAddress: 'scriptAddressPrivate',
  unreachable: 'scriptAddressUnreachable',
  timeout: 'scriptAddressTimeout',
  tooManyRedirects: 'scriptAddressRedirects',
  tooLarge: 'uploadTooLarge',
} as const satisfies Record<CallFailure, ErrorName>

async function fetched(deps: ScriptFileDeps, url: string): Promise<Buffer> {
  const { limit } = readLimits(deps)
  const allowed = deps.parameters.get('sys.outgoing.privateNetworks')
  try {
    const { status, content } = await safeFetchFile({ url, allowed, timeoutMs: fetchMs }, limit * 1024 * 1024)
    if (status !== 200) throw new AppError('scriptAddressStatus', { status: String(status) })
    return content
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    throw new AppError(failures[error.failure], { size: limit })
  }
}
