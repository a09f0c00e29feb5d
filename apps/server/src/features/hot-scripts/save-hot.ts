import { type HotScriptDraft, hotScripts } from '@fleetdeck/contract/hot-scripts'
import type { HotScriptId } from '@fleetdeck/contract/ids'
import { languageOfFile } from '@fleetdeck/contract/script-language'
import { requireFound } from '../../access/crud-handlers.ts'
import { type Scope, scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { findImporter } from '../../domain/scripts/modules/modules.queries.ts'
import { pinImports } from '../../domain/scripts/modules/pin-imports.ts'
import { hasVersion, type NewVersion } from '../../domain/scripts/save-scripts.queries.ts'
import { removeUnusedFiles, type VersionFile, withScriptFile } from '../../domain/scripts/script-file.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import * as queries from './hot-scripts.queries.ts'

export async function addHot(deps: Deps, caller: Caller, draft: HotScriptDraft): Promise<void> {
  const script = await checkNames(deps, scopeFor(caller, hotScripts.add.permission), draft)
  const { tenantId } = script
  await withScriptFile(deps, sourceOf(draft, script, caller), async (file) => {
    if (!file) throw new AppError('scriptFileRequired')
    await checkVersion(deps, draft)
    const version = await newVersion(deps, { draft, file, caller })
    await queries.insertHot(deps.db, { ...hotScriptInfo(draft), tenantId }, version)
  })
}

async function newVersion(
  deps: Deps,
  { draft, file, caller }: { draft: HotScriptDraft; file: VersionFile; caller: Caller },
): Promise<NewVersion> {
  const importer = requireFound(await findImporter(deps.db, draft.scriptId))
  const pins = await pinImports(deps, file, importer)
  return { ...file, version: draft.version, note: draft.versionMsg, userId: caller.userId, pins }
}

/** Versions of hot updates are versions of their script. */
async function checkVersion({ db }: Deps, { scriptId, version }: HotScriptDraft): Promise<void> {
  if (await hasVersion(db, scriptId, version)) throw new AppError('scriptVersionTaken', { version })
}

const sourceOf = (draft: HotScriptDraft, { originalName }: Owned, { userId }: Caller) => ({
  source: { scriptLanguage: languageOfFile(originalName ?? ''), ...draft, scriptName: draft.hotName },
  ownerId: userId,
})

/** Another file or version is a new draft: a version that all phones had becomes the previous one. */
export async function editHot(
  deps: Deps,
  caller: Caller,
  draft: HotScriptDraft & { id: HotScriptId },
): Promise<void> {
  const script = await checkNames(deps, scopeFor(caller, hotScripts.edit.permission), draft)
  const now = requireFound(await queries.findHotVersion(deps.db, draft.id))
  await withScriptFile(deps, sourceOf(draft, script, caller), async (given) => {
    const { scriptId, versionId, state, percent, previousId, version, ...file } = now
    const isSame =
      scriptId === draft.scriptId && version === draft.version && (given ?? file).md5 === file.md5
    if (isSame) {
      await queries.updateHot(deps.db, draft.id, hotScriptInfo(draft))
      return
    }
    await checkVersion(deps, draft)
    const wasForAll = state === 'finished' || (state === 'rolling' && percent === 100)
    const isOwnAgain = state === 'promoted' || scriptId !== draft.scriptId
    const change = {
      ...hotScriptInfo(draft),
      previousId: isOwnAgain ? null : wasForAll ? versionId : previousId,
    }
    const unused = await queries.replaceVersion(deps.db, draft.id, change, {
      version: await newVersion(deps, { draft, file: given ?? file, caller }),
      unpublished: state === 'draft' ? [versionId] : [],
    })
    await removeUnusedFiles(deps, unused)
  })
}

const hotScriptInfo = (draft: HotScriptDraft) => ({
  hotName: draft.hotName,
  scriptId: draft.scriptId,
  forceUpdate: draft.forceUpdate,
  versionPopup: draft.versionPopup,
  versionMsg: draft.versionMsg,
  groupIds: draft.groupIds,
  exceptionLimit: draft.exceptionLimit,
  whenOver: draft.whenOver,
  minRuns: draft.minRuns,
  minPhones: draft.minPhones,
  advanceMinutes: draft.advanceMinutes,
})

type Owned = NonNullable<Awaited<ReturnType<typeof queries.findOwned>>>

/** @returns the script, whose owner's phones get it */
async function checkNames(
  { db }: Deps,
  scope: Scope,
  { scriptId, groupIds }: HotScriptDraft,
): Promise<Owned> {
  const script = await queries.findOwned(db, scope, scriptId)
  if (!script) throw new AppError('notFound')
  if (!(await queries.areGroupsOwnedBy(db, script.tenantId, groupIds))) throw new AppError('notFound')
  return script
}
