import type { PageRequest } from '@fleetdeck/contract/endpoint'
import type { PlatformId, ScriptId, UserId } from '@fleetdeck/contract/ids'
import type { HotCover, Script } from '@fleetdeck/contract/scripts'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Scope } from '../../access/data-scope.ts'
import { allOwnedVisible } from '../../access/visible-rows.ts'
import { scriptsUsableBy, scriptsWithin, type Viewer } from '../../domain/scripts/script-sharing.queries.ts'
import { eachRow } from '../../platform/crud/each-row.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import { buildOrder, type Sorting, toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { platforms } from '../../platform/db/schema/platforms.ts'
import { scripts, scriptVersions } from '../../platform/db/schema/scripts.ts'
import { users } from '../../platform/db/schema/users.ts'

interface Filter {
  scriptName?: string | undefined
  platformId?: PlatformId | undefined
  tenantId?: UserId | undefined
  isShared?: '0' | '1' | undefined
}

const hotCover = sql<HotCover | null>`(
  select json_build_object('hotName', h.hot_name, 'version', v.version, 'percent', h.percent)
  from hot_scripts h join script_versions v on v.id = case
    when h.state in ('rolling', 'held', 'finished') then h.version_id else h.previous_id end
  where h.script_id = scripts.id and h.published_at is not null and h.state <> 'promoted')`

const countImports = (which: SQL) => sql<number>`(
  select count(*)::int from script_imports i where i.version_id = ${scripts.versionId} and ${which})`

const rowFor = (scope: Scope) => ({
  id: scripts.id,
  scriptName: scripts.scriptName,
  platformId: scripts.platformId,
  platformName: platforms.platformName,
  url: scriptVersions.sourceUrl,
  originalName: scriptVersions.originalName,
  fileMd5: scriptVersions.md5,
  size: scriptVersions.size,
  version: scriptVersions.version,
  versionId: scripts.versionId,
  versions: sql<number>`(select count(*)::int from script_versions v where v.script_id = ${scripts.id})`,
  users: sql<{ id: UserId; userName: string }[]>`coalesce((
    select json_agg(json_build_object('id', u.id, 'userName', u.user_name) order by u.user_name)
    from script_users s join users u on u.id = s.user_id where s.script_id = ${scripts.id}), '[]')`,
  isShared: scripts.isShared,
  isMine: sql<boolean>`${scriptsWithin(scope) ?? sql`true`}`,
  params: scripts.params,
  source: sql<
    Script['source']
  >`(select json_build_object('name', g.source_name, 'file', ${scripts.sourceFile},
    'isMissing', ${scripts.sourceMissing}, 'isFailing', g.status = 0 and g.failure is not null) from script_sources g where g.id = ${scripts.sourceId})`,
  hot: hotCover,
  imports: countImports(sql`true`),
  newerImports: countImports(sql`not i.is_exact and i.module_version_id <> (
    select m.version_id from scripts m join script_versions w on w.script_id = m.id where w.id = i.module_version_id)`),
  goneImports: countImports(sql`i.module_version_id is null`),
  tenantId: scripts.tenantId,
  userName: users.userName,
  createdAt: scripts.createdAt,
  gmtModified: scripts.gmtModified,
})

const rowsFor = (db: Db, scope: Scope) =>
  db
    .select(rowFor(scope))
    .from(scripts)
    .innerJoin(scriptVersions, eq(scriptVersions.id, scripts.versionId))
    .innerJoin(platforms, eq(platforms.id, scripts.platformId))
    .innerJoin(users, eq(users.id, scripts.tenantId))

const conditions = (viewer: Viewer, query: Filter) =>
  and(
    scriptsUsableBy(viewer),
    filterBy.LIKE(scripts.scriptName, query.scriptName),
    filterBy.EQ(scripts.platformId, query.platformId),
    filterBy.EQ(scripts.tenantId, query.tenantId),
    query.isShared ? eq(scripts.isShared, query.isShared === '1') : undefined,
  )

export async function listScripts(db: Db, viewer: Viewer, query: Filter & PageRequest) {
  const where = conditions(viewer, query)
  const { limit, offset } = toLimit(query)
  const found = await rowsFor(db, viewer.scope)
    .where(where)
    .orderBy(...buildOrder(query, rowFor(viewer.scope), scripts.id))
    .limit(limit)
    .offset(offset)
  return { list: found.map(shownTo), total: await db.$count(scripts, where) }
}

export const eachScript = (db: Db, viewer: Viewer, query: Filter & Sorting) =>
  eachRow(query, { sortable: rowFor(viewer.scope), id: scripts.id }, async ({ after, orderBy, limit }) =>
    (
      await rowsFor(db, viewer.scope)
        .where(and(conditions(viewer, query), after))
        .orderBy(...orderBy)
        .limit(limit)
    ).map(shownTo),
  )

/** The origin of a file may be a secret of its owner. */
const shownTo = <Row extends { isMine: boolean; url: string }>(row: Row) =>
  row.isMine ? row : { ...row, url: '', users: [] }

export async function findScript(db: Db, viewer: Viewer, id: ScriptId) {
  const [row] = await rowsFor(db, viewer.scope).where(and(eq(scripts.id, id), scriptsUsableBy(viewer)))
  return row && shownTo(row)
}

/** Only when the caller may change it. */
export async function findOwnScript(db: Db, scope: Scope, id: ScriptId) {
  const [row] = await rowsFor(db, scope).where(and(eq(scripts.id, id), scriptsWithin(scope)))
  return row
}

export async function findHotCover(db: Db, id: ScriptId): Promise<HotCover | null> {
  const [row] = await db.select({ id: scripts.id, hot: hotCover }).from(scripts).where(eq(scripts.id, id))
  return row?.hot ?? null
}

export const allScriptsOwn = (db: Db, scope: Scope, ids: ScriptId[]) =>
  allOwnedVisible(db, scripts, scope, ids)

export const platformVisible = (db: Db, scope: Scope, id: PlatformId) =>
  allOwnedVisible(db, platforms, scope, [id])

export const shareScripts = (db: Db, ids: ScriptId[], isShared: boolean) =>
  db.update(scripts).set({ isShared }).where(inArray(scripts.id, ids))

/** @returns the names of the files of their versions */
export const deleteScripts = (db: Db, ids: ScriptId[]): Promise<string[]> =>
  db.transaction(async (tx) => {
    const versions = await tx
      .select({ fileName: scriptVersions.fileName })
      .from(scriptVersions)
      .where(inArray(scriptVersions.scriptId, ids))
    await tx.delete(scripts).where(inArray(scripts.id, ids))
    return versions.map(({ fileName }) => fileName)
  })
