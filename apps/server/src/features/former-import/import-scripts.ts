import { createHash } from 'node:crypto'
import type { PlatformId } from '@fleetdeck/contract/ids'
import { languageOfFile } from '@fleetdeck/contract/script-language'
import { scripts } from '@fleetdeck/contract/scripts'
import { scopeFor } from '../../access/data-scope.ts'
import type { Pin } from '../../domain/scripts/modules/modules.queries.ts'
import { pinImports } from '../../domain/scripts/modules/pin-imports.ts'
import { requireImports } from '../../domain/scripts/modules/resolve-modules.ts'
import { changeScript, insertScript } from '../../domain/scripts/save-scripts.queries.ts'
import { readLimits, type VersionFile } from '../../domain/scripts/script-file.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Db } from '../../platform/db/db.ts'
import { findScript, listPlatforms } from './former-import.queries.ts'
import { type ImportContext, type Judged, judged, refusedFor } from './import-context.ts'
import type { Drafts, Line } from './to-lines.ts'

type Script = Drafts['scripts']
type Known = NonNullable<Awaited<ReturnType<typeof findScript>>>
export type JudgedScript = Judged<Script, { known: Known; platformId: PlatformId; version: string }>

/** The first version, and the next free one of a script. */
const firstVersion = '1.0'
function freeVersion(taken: Set<string>): string {
  let minor = 0
  while (taken.has(`1.${minor}`)) minor += 1
  return `1.${minor}`
}

/** @param expected the names of the scripts in the files */
export async function importScripts(context: ImportContext, expected: ReadonlySet<string>) {
  const { deps, caller, owner, update, dryRun } = context
  const visible = await listPlatforms(deps.db, scopeFor(caller, scripts.add.permission), owner)
  const { limit } = readLimits(deps)
  let plannedBytes = 0

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
    if (line.state !== 'new' && line.state !== 'changed') return line
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

  const rootOf = ({ draft: { scriptName, scriptLanguage }, known }: JudgedScript) => ({
    ...{ scriptId: known?.id, scriptName, ownerId: owner },
    fileName: `${scriptName}.${scriptLanguage}`,
  })

  /** Refuses a script that imports what is neither stored nor in these files. */
  async function withModules(line: JudgedScript): Promise<JudgedScript> {
    if (line.state !== 'new' && line.state !== 'changed') return line
    try {
      const root = { ...rootOf(line), content: Buffer.from(line.draft.content) }
      await requireImports(deps, root, (name) => expected.has(name))
      return line
    } catch (error) {
      if (error instanceof AppError) return refusedFor(context, line, error)
      throw error
    }
  }

  return {
    async judge(db: Db, line: Line<Script>): Promise<JudgedScript> {
      const known = await findScript(db, owner, line.draft.scriptName)
      return withModules(await withRoom(known ? judgeKnown(line, known) : judgeNew(line)))
    },

    /** The modules that it imports, which are stored before. */
    pins: (line: JudgedScript, file: VersionFile) => pinImports(deps, file, rootOf(line)),

    async write(
      tx: Db,
      { draft, known, platformId, version = firstVersion }: JudgedScript,
      file: VersionFile & { pins: Pin[] },
    ) {
      const next = { ...file, version, note: '', userId: caller.userId }
      if (known) {
        const { id, scriptName, platformId: present, params, userIds } = known
        const info = { scriptName, platformId: present, params, tenantId: owner }
        await changeScript(tx, id, { info, version: next, userIds })
      } else if (platformId !== undefined) {
        const info = { scriptName: draft.scriptName, platformId, params: [], tenantId: owner }
        await insertScript(tx, info, next, [])
      }
    },
  }
}
