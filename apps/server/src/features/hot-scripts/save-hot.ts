import { type HotScriptDraft, hotScripts } from '@fleetdeck/contract/hot-scripts'
import type { HotScriptId, UserId } from '@fleetdeck/contract/ids'
import { requireFound } from '../../access/crud-handlers.ts'
import { type Scope, scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { type VersionFile, withScriptFile } from '../../domain/scripts/script-file.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import * as queries from './hot-scripts.queries.ts'

export async function addHot(deps: Deps, caller: Caller, draft: HotScriptDraft): Promise<void> {
  const tenantId = await checkNames(deps, scopeFor(caller, hotScripts.add.permission), draft)
  await withScriptFile(deps, sourceOf(draft, caller), async (file) => {
    if (!file) throw new AppError('scriptFileRequired')
    await queries.insertHot(deps.db, {
      ...hotScriptInfo(draft),
      tenantId,
      file: { ...file, version: draft.version },
    })
  })
}

const sourceOf = (draft: HotScriptDraft, { userId }: Caller) => ({
  source: { ...draft, scriptName: draft.hotName },
  ownerId: userId,
})

/** Another file or version is a new draft: the present version becomes the previous one. */
export async function editHot(
  deps: Deps,
  caller: Caller,
  draft: HotScriptDraft & { id: HotScriptId },
): Promise<void> {
  await checkNames(deps, scopeFor(caller, hotScripts.edit.permission), draft)
  const now = requireFound(await queries.fileOfHot(deps.db, draft.id))
  await withScriptFile(deps, sourceOf(draft, caller), (given) => saveHot(deps, draft, { now, given }))
}

interface HotFiles {
  now: NonNullable<Awaited<ReturnType<typeof queries.fileOfHot>>>
  given: VersionFile | undefined
}

async function saveHot(
  deps: Deps,
  draft: HotScriptDraft & { id: HotScriptId },
  { now, given }: HotFiles,
): Promise<void> {
  const { db } = deps
  const file = { ...(given ?? now.file), version: draft.version }
  const isSameFile = file.md5 === now.file.md5
  if (!isSameFile && file.version === now.file.version)
    throw new AppError('scriptVersionTaken', { version: file.version })
  const info = hotScriptInfo(draft)
  if (isSameFile && file.version === now.file.version) {
    await queries.updateHot(db, draft.id, info)
    return
  }
  const wasGiven = now.state === 'rolling' || now.state === 'held'
  const previous = wasGiven ? now.file : now.previous
  await queries.updateHot(db, draft.id, {
    ...info,
    file,
    previous,
    state: 'draft',
    percent: 0,
    threshold: -1,
  })
  await dropFiles(
    deps,
    [now.file, ...(now.previous ? [now.previous] : [])].map(({ fileName }) => fileName),
  )
}

/** Files that no hot script and no script uses any more. */
export async function dropFiles({ db, files }: Deps, fileNames: string[]): Promise<void> {
  for (const name of await queries.unusedFiles(db, fileNames)) {
    const row = await files.find(name)
    if (row) await files.remove(row)
  }
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
  advanceMinutes: draft.advanceMinutes,
})

/** @returns the owner of the script, whose phones get it */
async function checkNames(
  { db }: Deps,
  scope: Scope,
  { scriptId, groupIds }: HotScriptDraft,
): Promise<UserId> {
  const tenantId = await queries.ownerOfScript(db, scope, scriptId)
  if (tenantId === undefined) throw new AppError('notFound')
  if (!(await queries.areGroupsOwnedBy(db, tenantId, groupIds))) throw new AppError('notFound')
  return tenantId
}
