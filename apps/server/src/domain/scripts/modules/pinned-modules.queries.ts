import type { ScriptVersionId } from '@fleetdeck/contract/ids'
import { asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { scriptImports, scriptVersions } from '../../../platform/db/schema/scripts.ts'

export interface PinnedModule {
  /** As the importing script writes it. */
  name: string
  /** Of the stored file. */
  fileName: string
  originalName: string
  md5: string
}

/** What each of these versions imports; undefined if a part of it has been deleted. */
export async function pinnedModules(
  db: Db,
  versionIds: ScriptVersionId[],
): Promise<(versionId: ScriptVersionId) => PinnedModule[] | undefined> {
  if (versionIds.length === 0) return () => []
  const rows = await db
    .select({
      versionId: scriptImports.versionId,
      name: scriptImports.name,
      fileName: scriptVersions.fileName,
      originalName: scriptVersions.originalName,
      md5: scriptVersions.md5,
    })
    .from(scriptImports)
    .leftJoin(scriptVersions, eq(scriptVersions.id, scriptImports.moduleVersionId))
    .where(inArray(scriptImports.versionId, versionIds))
    .orderBy(asc(scriptImports.versionId), asc(scriptImports.name))
  const byVersion = Map.groupBy(rows, ({ versionId }) => versionId)
  return (versionId) => {
    const own = byVersion.get(versionId) ?? []
    const present = own.flatMap(({ name, fileName, originalName, md5 }) =>
      fileName === null || originalName === null || md5 === null
        ? []
        : [{ name, fileName, originalName, md5 }],
    )
    return present.length === own.length ? present : undefined
  }
}
