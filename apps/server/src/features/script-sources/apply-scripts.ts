import { createHash } from 'node:crypto'
import type { ScriptCommit } from '@fleetdeck/contract/script-commit'
import type { SkipReason, SourceResult } from '@fleetdeck/contract/script-sources'
import type { Deps } from '../../deps.ts'
import { withScriptFile } from '../../domain/scripts/script-file.ts'
import * as stored from '../../domain/scripts/source-scripts.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { mapDbErrors } from '../../platform/crud/map-db-errors.ts'
import type { FolderContent, FoundScript } from './read-folder.ts'
import type { StoredSource } from './script-sources.queries.ts'

type ApplyDeps = Pick<Deps, 'db' | 'files' | 'parameters'>

interface Read {
  source: StoredSource
  commit: ScriptCommit
}

/** Makes the scripts of a source those of a commit. Each file is its own step: one that is refused stops no other. */
export async function applyScripts(
  deps: ApplyDeps,
  read: Read,
  content: FolderContent,
): Promise<SourceResult> {
  const { source } = read
  const present = new Map(
    (await stored.listSourceScripts(deps.db, source.id)).map((each) => [each.file, each]),
  )
  const result: SourceResult = {
    ...{ added: [], updated: [], unchanged: 0, missing: [], replaced: [] },
    skipped: content.skipped,
  }
  for (const found of content.scripts) {
    const script = present.get(found.file)
    if (script?.hash === found.hash) {
      result.unchanged++
      continue
    }
    const reason = await save(deps, read, { found, script })
    if (reason) result.skipped.push({ file: found.file, reason })
    else if (!script) result.added.push(found.name)
    else {
      result.updated.push(found.name)
      // The version that it had was not read from the repository.
      if (!script.commit) result.replaced.push(found.name)
    }
  }
  const inRepository = new Set([
    ...content.scripts.map(({ file }) => file),
    ...content.skipped.filter(({ reason }) => reason !== 'fileMissing').map(({ file }) => file),
  ])
  const { kept = [], missing = [] } = Object.groupBy(present.values(), ({ file }) =>
    inRepository.has(file) ? 'kept' : 'missing',
  )
  await stored.markMissing(deps.db, kept.map(toId), false)
  await stored.markMissing(deps.db, missing.map(toId), true)
  return { ...result, missing: missing.map(({ scriptName }) => scriptName) }
}

const toId = ({ id }: stored.SourceScript) => id

/** Returns why it was not saved. */
async function save(
  deps: ApplyDeps,
  { source, commit }: Read,
  { found, script }: { found: FoundScript; script: stored.SourceScript | undefined },
): Promise<SkipReason | undefined> {
  const info = { scriptName: found.name, params: found.params, sourceHash: found.hash }
  const md5 = createHash('md5').update(found.content).digest('hex')
  const own = { content: found.content.toString('utf8'), scriptName: found.name }
  try {
    if (script?.md5 === md5) {
      await mapDbErrors(stored.changeSourceScript(deps.db, script.id, info, undefined), refusals)
      return undefined
    }
    await withScriptFile(deps, { source: own, ownerId: source.tenantId }, async (file) => {
      if (!file) throw new AppError('scriptFileRequired')
      const version = { ...file, commit }
      const { platformId, tenantId, id: sourceId } = source
      const place = { platformId, tenantId, sourceId, sourceFile: found.file }
      await mapDbErrors(
        script
          ? stored.changeSourceScript(deps.db, script.id, info, version)
          : stored.insertSourceScript(deps.db, { ...info, ...place }, version),
        refusals,
      )
    })
    return undefined
  } catch (error) {
    const reason = error instanceof AppError && reasons[error.errorName]
    if (!reason) throw error
    return reason
  }
}

const refusals = { scripts_name: 'scriptNameTaken' } as const

const reasons: Partial<Record<AppError['errorName'], SkipReason>> = {
  scriptNameTaken: 'nameTaken',
  scriptNotText: 'fileNotText',
  uploadTooLarge: 'fileTooLarge',
  storageFull: 'storageFull',
  tenantStorageFull: 'storageFull',
  accountStorageFull: 'storageFull',
  poolStorageFull: 'storageFull',
}
