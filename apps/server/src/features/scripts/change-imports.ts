import type { ScriptId } from '@fleetdeck/contract/ids'
import { requireFound } from '../../access/crud-handlers.ts'
import type { Scope } from '../../access/data-scope.ts'
import { allUsersVisible } from '../../access/visible-rows.ts'
import type { Deps } from '../../deps.ts'
import { findImporter, listImporters, pinModules } from '../../domain/scripts/modules/modules.queries.ts'
import { pinImports } from '../../domain/scripts/modules/pin-imports.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Db } from '../../platform/db/db.ts'
import { findPresentVersion } from './script-versions.queries.ts'

/** Pins the imports of the present version to what exists now. */
export async function updateImports(deps: Deps, id: ScriptId): Promise<void> {
  const { db } = deps
  const importer = requireFound(await findImporter(db, id))
  const version = requireFound(await findPresentVersion(db, id))
  await pinModules(db, version.id, await pinImports(deps, version, importer))
}

const maxNames = 10

/** Scripts that others import are not deleted: their tasks would fail. */
export async function checkImporters({ db }: { db: Db }, scope: Scope, ids: ScriptId[]): Promise<void> {
  const importers = await listImporters(db, ids)
  if (importers.length === 0) return
  const owners = [...new Set(importers.map(({ tenantId }) => tenantId))]
  const areVisible = await Promise.all(owners.map((owner) => allUsersVisible(db, scope, [owner])))
  const visible = new Set(owners.filter((_, place) => areVisible[place]))
  const names = importers.flatMap(({ scriptName, tenantId }) => (visible.has(tenantId) ? [scriptName] : []))
  if (names.length === 0) throw new AppError('scriptImportedElsewhere')
  throw new AppError('scriptImported', { names: { list: names.slice(0, maxNames), isQuoted: true } })
}
