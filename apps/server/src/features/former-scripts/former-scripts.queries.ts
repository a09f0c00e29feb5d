import type { PageRequest } from '@fleetdeck/contract/endpoint'
import { maxJudgedScripts } from '@fleetdeck/contract/former-scripts'
import type { ScriptId } from '@fleetdeck/contract/ids'
import { and, eq, type SQL } from 'drizzle-orm'
import type { Scope } from '../../access/data-scope.ts'
import { scriptsWithin } from '../../domain/scripts/script-sharing.queries.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import { buildOrder, type Sorting, toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { scripts, scriptVersions } from '../../platform/db/schema/scripts.ts'
import { users } from '../../platform/db/schema/users.ts'

const row = {
  id: scripts.id,
  scriptName: scripts.scriptName,
  version: scriptVersions.version,
  versionId: scriptVersions.id,
  tenantId: scripts.tenantId,
  userName: users.userName,
  fileName: scriptVersions.fileName,
  originalName: scriptVersions.originalName,
  size: scriptVersions.size,
}

const rows = (db: Db, where: SQL | undefined) =>
  db
    .select(row)
    .from(scripts)
    .innerJoin(scriptVersions, eq(scriptVersions.id, scripts.versionId))
    .innerJoin(users, eq(users.id, scripts.tenantId))
    .where(where)
    .$dynamic()

type Filter = Sorting & { scriptName?: string | undefined }
const conditions = (scope: Scope, { scriptName }: Filter) =>
  and(scriptsWithin(scope), filterBy.LIKE(scripts.scriptName, scriptName))

/** Scripts whose text the caller may see, with their active file. */
const allScripts = (db: Db, scope: Scope, query: Filter) =>
  rows(db, conditions(scope, query)).orderBy(...buildOrder(query, row, scripts.id))

export const scriptsToJudge = (db: Db, scope: Scope, query: Filter) =>
  allScripts(db, scope, query).limit(maxJudgedScripts)

export async function pageOfScripts(db: Db, scope: Scope, query: Filter & PageRequest) {
  const { limit, offset } = toLimit(query)
  const list = await allScripts(db, scope, query).limit(limit).offset(offset)
  return { list, total: await db.$count(rows(db, conditions(scope, query)).as('found')) }
}

export async function findScript(db: Db, scope: Scope, id: ScriptId) {
  const [found] = await rows(db, and(scriptsWithin(scope), eq(scripts.id, id)))
  return found
}
