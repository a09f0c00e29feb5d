import type { UserId } from '@fleetdeck/contract/ids'
import { languageOfFile } from '@fleetdeck/contract/script-language'
import { type ScriptDraft, scripts } from '@fleetdeck/contract/scripts'
import type { z } from 'zod'
import { type Scope, scopeFor } from '../../access/data-scope.ts'
import { allUsersVisible } from '../../access/visible-rows.ts'
import type { Deps } from '../../deps.ts'
import { findImporter } from '../../domain/scripts/modules/modules.queries.ts'
import { pinImports } from '../../domain/scripts/modules/pin-imports.ts'
import { changeScript, hasVersion, insertScript } from '../../domain/scripts/save-scripts.queries.ts'
import { type VersionFile, withScriptFile } from '../../domain/scripts/script-file.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { mapDbErrors, type Refusals } from '../../platform/crud/map-db-errors.ts'
import { findVersion } from './script-versions.queries.ts'
import * as queries from './scripts.queries.ts'

export async function addScript(deps: Deps, caller: Caller, draft: ScriptDraft): Promise<number> {
  const scope = scopeFor(caller, scripts.add.permission)
  const tenantId = draft.tenantId ?? caller.userId
  await checkNames(deps, scope, { ...draft, tenantId })
  return withScriptFile(deps, { source: draft, ownerId: caller.userId }, async (file) => {
    if (!file) throw new AppError('scriptFileRequired')
    const { scriptName, platformId, params, version, note, userIds } = draft
    const pins = await pinImports(deps, file, { scriptName, ownerId: tenantId })
    const newVersion = { ...file, version, note, userId: caller.userId, pins }
    const info = { scriptName, platformId, params, tenantId }
    return mapDbErrors(insertScript(deps.db, info, newVersion, userIds), refusals)
  })
}

/**
 * A file belongs to its version permanently: another file needs another version, and another version of the same file
 * is a separate version too.
 */
export async function editScript(
  deps: Deps,
  caller: Caller,
  draft: z.output<(typeof scripts)['edit']['body']>,
): Promise<void> {
  const { db } = deps
  const scope = scopeFor(caller, scripts.edit.permission)
  const script = await queries.findOwnScript(db, scope, draft.id)
  const current = script && (await findVersion(db, scope, script.versionId))
  if (!script || !current) throw new AppError('notFound')
  if (draft.baseVersionId !== undefined && draft.baseVersionId !== current.id)
    throw new AppError('scriptChanged', { version: current.version })
  const { scriptName, platformId, params, version, note, userIds, tenantId = script.tenantId } = draft
  await checkNames(deps, scope, { platformId, tenantId, userIds })
  const language = languageOfFile(current.originalName)
  const isSameAddress =
    draft.url !== undefined && draft.url === current.sourceUrl && version === current.version
  const toNewVersion = async (file: VersionFile) => {
    const importer = { ...(await findImporter(db, draft.id)), scriptName, ownerId: tenantId }
    return { ...file, version, note, userId: caller.userId, pins: await pinImports(deps, file, importer) }
  }
  const save = async (file: VersionFile | undefined) => {
    const info = { scriptName, platformId, params, tenantId }
    const isSame =
      version === current.version &&
      (!file || (file.md5 === current.md5 && languageOfFile(file.originalName) === language))
    if (!isSame) {
      if (await hasVersion(db, draft.id, version)) throw new AppError('scriptVersionTaken', { version })
    }
    const next = isSame ? { id: current.id, note } : await toNewVersion(file ?? fileIn(current))
    await mapDbErrors(changeScript(db, draft.id, { info, version: next, userIds }), refusals)
  }
  await (isSameAddress
    ? save(undefined)
    : withScriptFile(deps, { source: { scriptLanguage: language, ...draft }, ownerId: caller.userId }, save))
}

const fileIn = ({ sourceUrl, fileName, originalName, size, md5 }: VersionFile) => ({
  sourceUrl,
  fileName,
  originalName,
  size,
  md5,
})

type Names = Pick<ScriptDraft, 'platformId' | 'userIds'> & { tenantId: UserId }

async function checkNames({ db }: Deps, scope: Scope, { platformId, tenantId, userIds }: Names) {
  const areKnown = await Promise.all([
    queries.platformVisible(db, scope, platformId),
    allUsersVisible(db, scope, [tenantId, ...userIds]),
  ])
  if (areKnown.includes(false)) throw new AppError('notFound')
}

const refusals: Refusals = { scripts_name: 'scriptNameTaken' }
