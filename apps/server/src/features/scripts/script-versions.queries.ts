import type { ScriptId, ScriptVersionId } from '@fleetdeck/contract/ids'
import { and, desc, eq, sql } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import type { Db } from '../../platform/db/db.ts'
import { scripts, scriptVersions } from '../../platform/db/schema/scripts.ts'
import { users } from '../../platform/db/schema/users.ts'

export const listVersions = (db: Db, scriptId: ScriptId) =>
  db
    .select({
      id: scriptVersions.id,
      version: scriptVersions.version,
      note: scriptVersions.note,
      url: scriptVersions.sourceUrl,
      originalName: scriptVersions.originalName,
      fileName: scriptVersions.fileName,
      fileMd5: scriptVersions.md5,
      size: scriptVersions.size,
      isCurrent: sql<boolean>`${scriptVersions.id} = ${scripts.versionId}`,
      isHot: scriptVersions.isHot,
      commit: scriptVersions.commit,
      userName: users.userName,
      createdAt: scriptVersions.createdAt,
    })
    .from(scriptVersions)
    .innerJoin(scripts, eq(scripts.id, scriptVersions.scriptId))
    .leftJoin(users, eq(users.id, scriptVersions.userId))
    .where(eq(scriptVersions.scriptId, scriptId))
    .orderBy(desc(scriptVersions.id))

/** Versions of a script that is within the scope. */
export async function findVersion(db: Db, scope: Scope, id: ScriptVersionId) {
  const [row] = await db
    .select({ version: scriptVersions })
    .from(scriptVersions)
    .innerJoin(scripts, eq(scripts.id, scriptVersions.scriptId))
    .where(and(eq(scriptVersions.id, id), ownedWithin(scope, scripts.tenantId)))
  return row?.version
}

export async function findPresentVersion(db: Db, scriptId: ScriptId) {
  const [row] = await db
    .select({ version: scriptVersions })
    .from(scripts)
    .innerJoin(scriptVersions, eq(scriptVersions.id, scripts.versionId))
    .where(eq(scripts.id, scriptId))
  return row?.version
}
