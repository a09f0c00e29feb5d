import { createHash } from 'node:crypto'
import type { PlatformId, ScriptVersionId } from '@fleetdeck/contract/ids'
import { languageOfFile } from '@fleetdeck/contract/script-language'
import { scripts } from '@fleetdeck/contract/scripts'
import { scopeFor } from '../../access/data-scope.ts'
import { pinModules } from '../../domain/scripts/modules/modules.queries.ts'
import {
  type LooseFile,
  type ResolvedModule,
  resolveModules,
} from '../../domain/scripts/modules/resolve-modules.ts'
import { changeScript, insertScript } from '../../domain/scripts/save-scripts.queries.ts'
import { readLimits, type VersionFile } from '../../domain/scripts/script-file.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Db } from '../../platform/db/db.ts'
import { findScript, findVersionId, listPlatforms } from './former-import.queries.ts'
import { type ImportContext, type Judged, judged, refusedFor } from './import-context.ts'
import type { Drafts, Line } from './to-lines.ts'

type Script = Drafts['scripts']
type Known = NonNullable<Awaited<ReturnType<typeof findScript>>>
export type JudgedScript = Judged<
  Script,
  { known: Known; platformId: PlatformId; version: string; modules: ResolvedModule[] }
>

/** The first version, and the next free one of a script. */
const firstVersion = '1.0'
function freeVersion(taken: Set<string>): string {
  let minor = 0
  while (taken.has(`1.${minor}`)) minor += 1
  return `1.${minor}`
}

const fileNameOf = ({ draft: { scriptName, scriptLanguage } }: JudgedScript) =>
  `${scriptName}.${scriptLanguage}`
const contentOf = ({ draft }: JudgedScript) => Buffer.from(draft.content)
const toLoose = (line: JudgedScript): LooseFile => ({
  ...{ file: fileNameOf(line), name: line.draft.scriptName, content: contentOf(line) },
  version: line.version ?? firstVersion,
})

export const isWritten = ({ state }: JudgedScript) => state === 'new' || state === 'changed'

/** Scripts that import each other are judged and written together, after those that they import. */
export async function importScripts(context: ImportContext) {
  const { deps, caller, owner, update, dryRun } = context
  const visible = await listPlatforms(deps.db, scopeFor(caller, scripts.add.permission), owner)
  const { limit } = readLimits(deps)
  let plannedBytes = 0
  /** What the import would have stored so far. */
  const planned: LooseFile[] = []

  function judgeKnown(line: Line<Script>, known: Known): JudgedScript {
    const { content, version, scriptLanguage } = line.draft
    const md5 = createHash('md5').update(content).digest('hex')
    const [current] = known.versions
    const isSame = current?.md5 === md5 && languageOfFile(current.originalName) === scriptLanguage
    if (isSame && (version === '' || version === current.version)) return judged(line, 'same')
    if (!update) return refusedFor(context, line, 'formerImport.exists')
    const taken = new Set(known.versions.map((other) => other.version))
    if (taken.has(version)) return refusedFor(context, line, new AppError('scriptVersionTaken', { version }))
    return { ...judged(line, 'changed'), known, version: version || freeVersion(taken) }
  }

  function judgeNew(line: Line<Script>): JudgedScript {
    const name = line.draft.platformName
    const platform = name === '' ? visible[0] : visible.find(({ platformName }) => platformName === name)
    if (platform)
      return { ...judged(line, 'new'), platformId: platform.id, version: line.draft.version || firstVersion }
    const key = name === '' ? 'formerImport.noPlatform' : 'formerImport.platformMissing'
    return refusedFor(context, line, key, { name })
  }

  /** Refuses a script that there is no room for. */
  async function withRoom(line: JudgedScript): Promise<JudgedScript> {
    if (!isWritten(line)) return line
    const size = Buffer.byteLength(line.draft.content)
    if (size > limit * 1024 * 1024)
      return refusedFor(context, line, new AppError('uploadTooLarge', { size: limit }))
    if (line.draft.content.includes('\0')) return refusedFor(context, line, new AppError('scriptNotText'))
    try {
      await deps.files.requireRoom({ ownerId: caller.userId, temporary: false }, plannedBytes + size)
    } catch (error) {
      if (error instanceof AppError) return refusedFor(context, line, error)
      throw error
    }
    if (dryRun) plannedBytes += size
    return line
  }

  /** Refuses a script that imports what is neither stored nor to be stored before it or with it. */
  async function withModules(line: JudgedScript, together: LooseFile[]): Promise<JudgedScript> {
    if (!isWritten(line)) return line
    try {
      const { scriptName } = line.draft
      const root = { scriptId: line.known?.id, scriptName, ownerId: owner, fileName: fileNameOf(line) }
      const loose = [...together, ...planned]
      return { ...line, modules: await resolveModules(deps, { ...root, content: contentOf(line) }, loose) }
    } catch (error) {
      if (error instanceof AppError) return refusedFor(context, line, error)
      throw error
    }
  }

  async function judgeOne(db: Db, line: Line<Script>): Promise<JudgedScript> {
    const known = await findScript(db, owner, line.draft.scriptName)
    return withRoom(known ? judgeKnown(line, known) : judgeNew(line))
  }

  return {
    async judge(db: Db, lines: Line<Script>[]): Promise<JudgedScript[]> {
      let judgedLines: JudgedScript[] = []
      for (const line of lines) judgedLines.push(await judgeOne(db, line))
      // Without a refused script, others of them may import what is not there.
      for (let count = -1; count !== judgedLines.filter(isWritten).length; ) {
        count = judgedLines.filter(isWritten).length
        const together = judgedLines.filter(isWritten).map(toLoose)
        judgedLines = await Promise.all(judgedLines.map((line) => withModules(line, together)))
      }
      if (dryRun) planned.push(...judgedLines.filter(isWritten).map(toLoose))
      return judgedLines
    },

    write: (tx: Db, written: ScriptWithFile[]) => writeScripts(tx, context, written),
  }
}

export interface ScriptWithFile {
  line: JudgedScript
  file: VersionFile
}

/** Pinned to what is stored, and to each other. */
async function writeScripts(tx: Db, context: ImportContext, written: ScriptWithFile[]): Promise<void> {
  const versions = new Map<string, ScriptVersionId | undefined>()
  for (const { line, file } of written)
    versions.set(fileNameOf(line), await writeScript(tx, context, { line, file }))
  for (const { line } of written) {
    const versionId = versions.get(fileNameOf(line))
    const pins = (line.modules ?? []).flatMap(({ name, isExact, fileName, versionId: stored }) => {
      const moduleVersionId = stored ?? versions.get(fileName)
      return moduleVersionId === undefined ? [] : [{ name, isExact, moduleVersionId }]
    })
    if (versionId !== undefined) await pinModules(tx, versionId, pins)
  }
}

async function writeScript(
  tx: Db,
  { owner, caller }: ImportContext,
  { line: { draft, known, platformId, version = firstVersion }, file }: ScriptWithFile,
): Promise<ScriptVersionId | undefined> {
  const next = { ...file, version, note: '', userId: caller.userId, pins: [] }
  if (known) {
    const { id, scriptName, platformId: present, params, userIds } = known
    const info = { scriptName, platformId: present, params, tenantId: owner }
    await changeScript(tx, id, { info, version: next, userIds })
    return findVersionId(tx, id)
  }
  if (platformId === undefined) return undefined
  const info = { scriptName: draft.scriptName, platformId, params: [], tenantId: owner }
  return findVersionId(tx, await insertScript(tx, info, next, []))
}
