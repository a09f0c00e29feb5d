import { createHash } from 'node:crypto'
import path from 'node:path/posix'
import type { ScriptCommit } from '@fleetdeck/contract/script-commit'
import type { SkipReason, SourceResult } from '@fleetdeck/contract/script-sources'
import type { Deps } from '../../deps.ts'
import { listForeignPins, pinModules } from '../../domain/scripts/modules/modules.queries.ts'
import { readModules } from '../../domain/scripts/modules/pin-imports.ts'
import { resolveModules, toPins } from '../../domain/scripts/modules/resolve-modules.ts'
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
  const wrong = await findWrong(deps, source, { scripts: content.scripts, present })
  const result: SourceResult = {
    ...{ added: [], updated: [], unchanged: 0, missing: [], replaced: [] },
    skipped: [...content.skipped, ...wrong],
  }
  const isWrong = new Set(wrong.map(({ file }) => file))
  const changes = content.scripts.filter(({ file }) => !isWrong.has(file))
  const saved = await saveAll(deps, read, { scripts: changes, present, result })
  if (saved.size > 0) result.skipped.push(...(await pinScripts(deps, source, saved)))
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

/** @returns the files whose scripts were added or updated */
async function saveAll(
  deps: ApplyDeps,
  read: Read,
  { scripts, present, result }: { scripts: FoundScript[]; present: Present; result: SourceResult },
): Promise<Set<string>> {
  const saved = new Set<string>()
  for (const found of scripts) {
    const script = present.get(found.file)
    if (script?.hash === found.hash) {
      result.unchanged++
      continue
    }
    const reason = await save(deps, read, { found, script })
    if (reason) {
      result.skipped.push({ file: found.file, reason })
      continue
    }
    saved.add(found.file)
    if (!script) result.added.push(found.name)
    else {
      result.updated.push(found.name)
      // The version that it had was not read from the repository.
      if (!script.commit) result.replaced.push(found.name)
    }
  }
  return saved
}

type Present = ReadonlyMap<string, stored.SourceScript>

/** Changed files that are no scripts, or import what does not exist. Scripts may import what the same commit adds. */
async function findWrong(
  deps: ApplyDeps,
  source: StoredSource,
  { scripts, present }: { scripts: FoundScript[]; present: Present },
): Promise<Skipped[]> {
  const wrong = new Map<string, Skipped>()
  let changed = scripts.filter(({ file, hash }) => present.get(file)?.hash !== hash)
  for (let isNew = true; isNew; ) {
    const usable = scripts.filter(({ file }) => !wrong.has(file))
    isNew = false
    for (const { file, name, content } of changed) {
      const importer = { ...importerOf(source, { file, name }), scriptId: present.get(file)?.id }
      const skipped = await skippedUnless(
        file,
        resolveModules(deps, { ...importer, fileName: file, content }, usable),
      )
      if (!skipped) continue
      wrong.set(file, skipped)
      isNew = true
    }
    changed = changed.filter(({ file }) => !wrong.has(file))
  }
  return [...wrong.values()]
}

/**
 * Pins the imports of changed scripts, and those of all scripts to changed files of the same repository: a commit applies
 * as a whole. Scripts that did not change keep the versions of all other modules.
 */
async function pinScripts(
  deps: ApplyDeps,
  source: StoredSource,
  saved: ReadonlySet<string>,
): Promise<Skipped[]> {
  const skipped: Skipped[] = []
  for (const script of await stored.listSourceScripts(deps.db, source.id)) {
    const { id, file, scriptName: name, versionId } = script
    const importer = { ...importerOf(source, { file, name }), scriptId: id }
    const pin = async () => {
      const modules = await readModules(deps, script, importer)
      if (saved.has(file)) return pinModules(deps.db, versionId, toPins(modules))
      if (!modules.some(({ sourceId }) => sourceId === source.id)) return
      const kept = await listForeignPins(deps.db, versionId, source.id)
      const names = new Set(kept.map((each) => each.name))
      const others = toPins(modules).filter((each) => !names.has(each.name))
      await pinModules(deps.db, versionId, [...kept, ...others])
    }
    const reason = await skippedUnless(file, pin())
    if (reason) skipped.push(reason)
  }
  return skipped
}

type Skipped = SourceResult['skipped'][number]

const importerOf = ({ id, tenantId }: StoredSource, { file, name }: { file: string; name: string }) => ({
  scriptName: name,
  ownerId: tenantId,
  source: { id, file },
})

/** Undefined if the work succeeds; a refusal becomes what the results list. */
async function skippedUnless(file: string, work: Promise<unknown>): Promise<Skipped | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { script = '', line = '', name = '', message = '' } = error.values
    const detail = line !== '' && { detail: `${script}:${line} ${name || message}` }
    return { file, reason: 'importWrong', ...detail }
  }
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
  const own = {
    content: found.content.toString('utf8'),
    scriptName: found.name,
    originalName: path.basename(found.file),
  }
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
