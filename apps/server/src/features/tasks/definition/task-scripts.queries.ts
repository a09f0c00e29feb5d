import type { DeviceId, PlatformId, ScriptId, UserId } from '@fleetdeck/contract/ids'
import { scriptFileUrl } from '@fleetdeck/contract/phone-api'
import { and, asc, desc, eq, gte, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../../access/data-scope.ts'
import { type PinnedModule, pinnedModules } from '../../../domain/scripts/modules/pinned-modules.queries.ts'
import type { Db } from '../../../platform/db/db.ts'
import { commandRuns, commands } from '../../../platform/db/schema/commands.ts'
import { platforms } from '../../../platform/db/schema/platforms.ts'
import { scriptExceptions } from '../../../platform/db/schema/script-exceptions.ts'
import { scripts, scriptVersions } from '../../../platform/db/schema/scripts.ts'

/** The data of a script that a phone needs for a run. */
export interface RunScript {
  /** Of the stored file. */
  fileName: string
  /** Its ending tells the language. */
  originalName: string
  scriptName: string
  scriptUrl: string
  scriptVersion: string
  scriptMd5: string
  /** What it imports; undefined: a part of that has been deleted. */
  imports: PinnedModule[] | undefined
}

/** Scripts with the version that new runs get. */
export async function scriptsById(db: Db, ids: ScriptId[]): Promise<Map<ScriptId, RunScript>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: scripts.id,
      versionId: scripts.versionId,
      scriptName: scripts.scriptName,
      fileName: scriptVersions.fileName,
      originalName: scriptVersions.originalName,
      scriptVersion: scriptVersions.version,
      scriptMd5: scriptVersions.md5,
    })
    .from(scripts)
    .innerJoin(scriptVersions, eq(scriptVersions.id, scripts.versionId))
    .where(inArray(scripts.id, ids))
  const imports = await pinnedModules(
    db,
    rows.map(({ versionId }) => versionId),
  )
  return new Map(
    rows.map(({ id, versionId, fileName, originalName, ...script }) => [
      id,
      {
        ...script,
        fileName,
        originalName,
        scriptUrl: scriptFileUrl({ fileName, originalName }),
        imports: imports(versionId),
      },
    ]),
  )
}

/** The error that a run's script threw on its phone. Phones that do not know run ids report only the script. */
export async function findException(
  db: Db,
  run: { runKey: string; deviceId: DeviceId; scriptId: ScriptId; sentAt: Date | null },
): Promise<string | undefined> {
  if (!run.sentAt) return undefined
  const [found] = await db
    .select({ exception: scriptExceptions.exception })
    .from(scriptExceptions)
    .innerJoin(scripts, eq(scripts.id, run.scriptId))
    .where(
      and(
        eq(scriptExceptions.deviceId, run.deviceId),
        gte(scriptExceptions.createdAt, run.sentAt),
        or(
          eq(scriptExceptions.runKey, run.runKey),
          and(isNull(scriptExceptions.runKey), eq(scriptExceptions.scriptName, scripts.scriptName)),
        ),
      ),
    )
    .orderBy(desc(scriptExceptions.id))
    .limit(1)
  return found?.exception.split('\n')[0]
}

/** Whether the phone got a command that stops its script since it got this run. */
export async function wasStopped(db: Db, run: { deviceId: DeviceId; sentAt: Date | null }): Promise<boolean> {
  if (!run.sentAt) return false
  const sent = and(eq(commandRuns.deviceId, run.deviceId), gte(commandRuns.sentAt, run.sentAt))
  const [stop] = await db
    .select({ id: commandRuns.id })
    .from(commandRuns)
    .innerJoin(commands, and(eq(commands.id, commandRuns.commandId), eq(commands.command, 'stsc')))
    .where(and(sent, ne(commandRuns.state, 'failed')))
    .limit(1)
  return stop !== undefined
}

/** The user's own scripts, those of users in scope, shared ones, and the libraries of users above. */
const usable = (scope: Scope, userId: UserId) =>
  or(
    ownedWithin(scope, scripts.tenantId) ?? sql`true`,
    sql`exists (select from script_users s where s.script_id = ${scripts.id} and s.user_id = ${userId})`,
    sql`${scripts.isShared} and ${scripts.tenantId} in (
      with recursive above as (
        select id, parent_id from users where id = ${userId}
        union select u.id, u.parent_id from users u join above on u.id = above.parent_id
      ) select id from above)`,
  )

export const usableScripts = (db: Db, scope: Scope, userId: UserId, platformId?: PlatformId) =>
  db
    .select({
      id: scripts.id,
      scriptName: scripts.scriptName,
      version: sql<string>`coalesce(${scriptVersions.version}, '')`,
      platformName: platforms.platformName,
    })
    .from(scripts)
    .innerJoin(platforms, eq(platforms.id, scripts.platformId))
    .leftJoin(scriptVersions, eq(scriptVersions.id, scripts.versionId))
    .where(and(usable(scope, userId), platformId ? eq(scripts.platformId, platformId) : undefined))
    .orderBy(asc(scripts.scriptName), asc(scripts.id))

export async function findUsableScript(db: Db, scope: Scope, userId: UserId, id: ScriptId) {
  const [found] = await db
    .select({ id: scripts.id, params: scripts.params })
    .from(scripts)
    .where(and(eq(scripts.id, id), usable(scope, userId)))
  return found
}
