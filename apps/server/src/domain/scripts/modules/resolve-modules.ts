import path from 'node:path/posix'
import type { ScriptId, ScriptSourceId, ScriptVersionId, UserId } from '@fleetdeck/contract/ids'
import { maxModules } from '@fleetdeck/contract/script-modules'
import { AppError } from '../../../platform/core/app-error.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { findModule, findModuleFile, type Pin, type StoredModule } from './modules.queries.ts'
import { readImports, ScriptSyntax, type TextPlace } from './read-script-text.ts'

const maxMegabytes = 4

export interface ModuleDeps {
  db: Db
  files: Pick<FileStore, 'read'>
}

/** A script with its place, by which its imports are looked up. */
export interface Importer {
  /** Undefined: not stored yet. */
  scriptId?: ScriptId | undefined
  scriptName: string
  /** With its ending. */
  fileName: string
  /** Whose scripts it may use. */
  ownerId: UserId
  source?: { id: ScriptSourceId; file: string } | undefined
}

type Root = Importer & { content: Buffer }

/** A file that is read in place of the stored script of its repository or, without one, of its owner. */
export interface LooseFile {
  file: string
  name: string
  content: Buffer
  /** Undefined: it has none yet. */
  version?: string
}

export interface ResolvedModule {
  name: string
  isExact: boolean
  /** With its ending. */
  fileName: string
  content: Buffer
  /** Undefined: a loose file. */
  versionId: ScriptVersionId | 'self' | undefined
  /** The git repository that it is read from. */
  sourceId: ScriptSourceId | undefined
}

interface Found {
  importer: Importer
  /** The same for the same content. */
  key: string
  versionId: ScriptVersionId | 'self' | undefined
  size: number
  read: () => Promise<Buffer>
}

interface Wanted {
  name: string
  script: string
  version: string | undefined
}

/**
 * The modules that a script imports, and theirs: one for each name that is written anywhere. Refuses what it cannot find.
 * @param loose files that are read in place of stored scripts
 */
export async function resolveModules(
  deps: ModuleDeps,
  root: Root,
  loose: LooseFile[] = [],
): Promise<ResolvedModule[]> {
  const modules = new Map<string, Found & { content: Buffer; isExact: boolean }>()
  const open: { importer: Importer; content: Buffer }[] = [{ importer: root, content: root.content }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { importer } = next
    for (const { name, line, column } of importsOf(importer, next.content)) {
      const place = { script: importer.scriptName, line, column, name }
      const wanted = wantedBy(name)
      const found = await find(deps, { root, importer, loose }, wanted, place)
      const known = modules.get(name)
      if (known && known.key !== found.key) throw new AppError('importAmbiguous', place)
      if (known) continue
      const module = { importer: found.importer, content: await found.read() }
      modules.set(name, { ...found, ...module, isExact: wanted.version !== undefined })
      checkLimits([...modules.values()])
      if (found.versionId !== 'self') open.push(module)
    }
  }
  return [...modules].map(([name, { importer, isExact, content: text, versionId }]) => ({
    ...{ name, isExact, versionId, content: text },
    fileName: importer.fileName,
    sourceId: importer.source?.id,
  }))
}

/** The names of the scripts that a text imports, without versions; none of a text that is no script. */
export function importedNames(text: string, fileName: string): string[] {
  try {
    return readImports(text, fileName).map(({ name }) => wantedBy(name).script)
  } catch (error) {
    if (error instanceof ScriptSyntax) return []
    throw error
  }
}

function checkLimits(found: Pick<Found, 'size'>[]): void {
  if (found.length > maxModules) throw new AppError('importsTooMany', { count: maxModules })
  const bytes = found.reduce((sum, { size }) => sum + size, 0)
  if (bytes > maxMegabytes * 1024 * 1024) throw new AppError('importsTooLarge', { size: maxMegabytes })
}

/** What is stored of them with the version of a script. */
export const toPins = (modules: ResolvedModule[]): Pin[] =>
  modules.flatMap(({ name, isExact, versionId }) =>
    versionId === undefined ? [] : [{ name, isExact, moduleVersionId: versionId }],
  )

function importsOf({ scriptName, fileName }: Importer, content: Buffer) {
  try {
    return readImports(content.toString('utf8'), fileName)
  } catch (error) {
    if (!(error instanceof ScriptSyntax)) throw error
    const { line, column, message, needsCompiler } = error
    throw new AppError(needsCompiler ? 'scriptNeedsCompiler' : 'scriptSyntax', {
      script: scriptName,
      line,
      column,
      message,
    })
  }
}

const isPath = (name: string) => /^\.{1,2}\//.test(name)

function wantedBy(name: string): Wanted {
  const [, script, version] = (!isPath(name) && /^(.+)@([^@]+)$/.exec(name)) || []
  return { name, script: script ?? name, version }
}

interface Context {
  root: Root
  importer: Importer
  loose: LooseFile[]
}

type Place = Record<'script' | 'name', string> & TextPlace

async function find(deps: ModuleDeps, context: Context, wanted: Wanted, place: Place): Promise<Found> {
  const found = isPath(wanted.name)
    ? await findByPath(deps, context, place)
    : await findByName(deps, context, wanted)
  if (!found) throw new AppError('importUnknown', place)
  return found
}

async function findByPath(
  { db, files }: ModuleDeps,
  { root, importer, loose }: Context,
  place: Place,
): Promise<Found | undefined> {
  const { source } = importer
  if (!source) throw new AppError('importPath', place)
  const file = path.join(path.dirname(source.file), place.name)
  const given = root.source?.id === source.id ? loose.find((one) => one.file === file) : undefined
  if (given) return fromLoose(given, { root, importer })
  const found = await findModuleFile(db, { sourceId: source.id, file })
  return found && fromStored(files, found, root)
}

async function findByName(
  { db, files }: ModuleDeps,
  { root, importer, loose }: Context,
  { script, version }: Wanted,
): Promise<Found | undefined> {
  const isBeside = root.source?.id === importer.source?.id && root.ownerId === importer.ownerId
  const isMeant = (one: LooseFile) =>
    one.name === script && (version === undefined || version === one.version)
  const given = isBeside ? loose.find(isMeant) : undefined
  if (given) return fromLoose(given, { root, importer })
  const found = await findModule(db, importer.ownerId, { script, version })
  return found && fromStored(files, found, version === undefined ? root : undefined)
}

function fromLoose(
  { file, name, content }: LooseFile,
  { root, importer: { ownerId, source } }: Omit<Context, 'loose'>,
): Found {
  const isSelf = root.source?.file === file
  return {
    importer: {
      ...{ scriptName: name, fileName: file, ownerId },
      source: source && { id: source.id, file },
    },
    key: `file ${file}`,
    versionId: isSelf ? 'self' : undefined,
    size: content.length,
    read: async () => content,
  }
}

function fromStored(
  files: ModuleDeps['files'],
  {
    versionId,
    scriptId,
    scriptName,
    originalName,
    ownerId,
    sourceId,
    sourceFile,
    size,
    ...file
  }: StoredModule,
  root: Root | undefined,
): Found {
  const isSelf = root?.scriptId === scriptId
  return {
    importer: {
      ...{ scriptId, scriptName, fileName: originalName, ownerId },
      source: sourceId === null ? undefined : { id: sourceId, file: sourceFile },
    },
    key: isSelf ? 'self' : `version ${versionId}`,
    versionId: isSelf ? 'self' : versionId,
    size,
    read: isSelf ? async () => root.content : () => files.read(file),
  }
}
