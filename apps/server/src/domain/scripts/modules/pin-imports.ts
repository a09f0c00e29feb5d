import type { ScriptId, ScriptVersionId } from '@fleetdeck/contract/ids'
import { AppError } from '../../../platform/core/app-error.ts'
import type { Db } from '../../../platform/db/db.ts'
import { extensionOf } from '../../../platform/files/file-store.ts'
import type { VersionFile } from '../script-file.ts'
import { findGone, type Pin } from './modules.queries.ts'
import {
  type Importer,
  type ModuleDeps,
  type ResolvedModule,
  resolveModules,
  toPins,
} from './resolve-modules.ts'

/** Refuses a script when something that it imports has been deleted: its present version, unless another is given. */
export async function requireModules(db: Db, scriptId: ScriptId, versionId?: ScriptVersionId): Promise<void> {
  const gone = await findGone(db, scriptId, versionId)
  if (gone) throw new AppError('moduleGone', gone)
}

/** Pins what a stored file imports, to the versions of now. Refuses imports that do not exist. */
export async function pinImports(
  deps: ModuleDeps,
  file: Pick<VersionFile, 'fileName' | 'originalName'>,
  importer: Omit<Importer, 'fileName'>,
): Promise<Pin[]> {
  return toPins(await readModules(deps, file, importer))
}

/** What a stored file imports now. */
export async function readModules(
  deps: ModuleDeps,
  file: Pick<VersionFile, 'fileName' | 'originalName'>,
  importer: Omit<Importer, 'fileName'>,
): Promise<ResolvedModule[]> {
  if (!isCode(file.originalName)) return []
  const content = await deps.files.read(file)
  return resolveModules(deps, { ...importer, fileName: file.originalName, content })
}

export const isCode = (name: string) => ['.js', '.mjs', '.ts', '.mts', '.txt'].includes(extensionOf(name))
