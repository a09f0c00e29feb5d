import type { ScriptId, ScriptSourceId, ScriptVersionId, UserId } from '@fleetdeck/contract/ids'
import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { scriptImports, scripts, scriptVersions } from '../../../platform/db/schema/scripts.ts'
import { scriptsSharedWith } from '../script-sharing.queries.ts'

/** A name that a version imports; `self`: the version that is being saved. */
export interface Pin {
  name: string
  isExact: boolean
  moduleVersionId: ScriptVersionId | 'self'
}

const stored = {
  scriptId: scripts.id,
  scriptName: scripts.scriptName,
  ownerId: scripts.tenantId,
  sourceId: scripts.sourceId,
  sourceFile: scripts.sourceFile,
  versionId: scriptVersions.id,
  version: scriptVersions.version,
  fileName: scriptVersions.fileName,
  originalName: scriptVersions.originalName,
  size: scriptVersions.size,
}

const storedModules = (db: Db) =>
  db.select(stored).from(scripts).innerJoin(scriptVersions, eq(scriptVersions.scriptId, scripts.id))
export type StoredModule = Awaited<ReturnType<typeof storedModules>>[number]

const isPresent = eq(scriptVersions.id, scripts.versionId)

/** A script that this user may use, their own before others; without a version, its present one. */
export async function findModule(
  db: Db,
  ownerId: UserId,
  { script, version }: { script: string; version: string | undefined },
): Promise<StoredModule | undefined> {
  const isMeant =
    version === undefined
      ? isPresent
      : and(eq(scriptVersions.version, version), eq(scriptVersions.isHot, false))
  const [found] = await storedModules(db)
    .where(
      and(
        eq(scripts.scriptName, script),
        isMeant,
        or(eq(scripts.tenantId, ownerId), scriptsSharedWith(ownerId)),
      ),
    )
    .orderBy(desc(eq(scripts.tenantId, ownerId)), asc(scripts.id))
    .limit(1)
  return found
}

/** The present version of a file of a git repository. */
export async function findModuleFile(
  db: Db,
  { sourceId, file }: { sourceId: ScriptSourceId; file: string },
): Promise<StoredModule | undefined> {
  const [found] = await storedModules(db).where(
    and(isPresent, eq(scripts.sourceId, sourceId), eq(scripts.sourceFile, file)),
  )
  return found
}

/** A stored script as one that imports; its ending is that of the file that is read. */
export async function findImporter(db: Db, scriptId: ScriptId) {
  const [row] = await db.select().from(scripts).where(eq(scripts.id, scriptId))
  if (!row) return undefined
  const { scriptName, tenantId: ownerId, sourceId, sourceFile } = row
  const source = sourceId === null ? undefined : { id: sourceId, file: sourceFile }
  return { scriptId, scriptName, ownerId, source }
}

export async function pinModules(db: Db, versionId: ScriptVersionId, pins: Pin[]): Promise<void> {
  await db.delete(scriptImports).where(eq(scriptImports.versionId, versionId))
  const rows = pins.map(({ moduleVersionId, ...pin }) => ({
    ...pin,
    versionId,
    moduleVersionId: moduleVersionId === 'self' ? versionId : moduleVersionId,
  }))
  if (rows.length) await db.insert(scriptImports).values(rows)
}

/** The pins of a version to modules that are not of this repository. */
export async function listForeignPins(
  db: Db,
  versionId: ScriptVersionId,
  sourceId: ScriptSourceId,
): Promise<Pin[]> {
  const rows = await db
    .select({
      name: scriptImports.name,
      isExact: scriptImports.isExact,
      moduleVersionId: scriptVersions.id,
    })
    .from(scriptImports)
    .innerJoin(scriptVersions, eq(scriptVersions.id, scriptImports.moduleVersionId))
    .innerJoin(scripts, eq(scripts.id, scriptVersions.scriptId))
    .where(and(eq(scriptImports.versionId, versionId), sql`${scripts.sourceId} is distinct from ${sourceId}`))
  return rows
}

/** The modules of a script's present version, with the present versions of their scripts. */
export const listImports = (db: Db, scriptId: ScriptId) =>
  db
    .select({
      name: scriptImports.name,
      isExact: scriptImports.isExact,
      scriptName: sql<string | null>`m.script_name`,
      version: scriptVersions.version,
      newest: sql<string | null>`(select n.version from script_versions n where n.id = m.version_id)`,
    })
    .from(scripts)
    .innerJoin(scriptImports, eq(scriptImports.versionId, scripts.versionId))
    .leftJoin(scriptVersions, eq(scriptVersions.id, scriptImports.moduleVersionId))
    .leftJoin(sql`scripts m`, sql`m.id = ${scriptVersions.scriptId}`)
    .where(eq(scripts.id, scriptId))
    .orderBy(asc(scriptImports.name))

/** The first name that a version imports and that has been deleted since. */
export async function findGone(db: Db, scriptId: ScriptId, versionId?: ScriptVersionId) {
  const [gone] = await db
    .select({ script: scripts.scriptName, name: scriptImports.name })
    .from(scripts)
    .innerJoin(scriptImports, eq(scriptImports.versionId, versionId ?? scripts.versionId))
    .where(and(eq(scripts.id, scriptId), sql`${scriptImports.moduleVersionId} is null`))
    .limit(1)
  return gone
}

/** Other scripts whose present version, or a hot update, imports one of these. */
export const listImporters = (db: Db, ids: ScriptId[]) =>
  db
    .selectDistinct({ scriptName: scripts.scriptName, tenantId: scripts.tenantId })
    .from(scripts)
    .innerJoin(
      sql`script_versions w`,
      sql`w.script_id = ${scripts.id} and (w.id = ${scripts.versionId} or exists (
        select from hot_scripts h where w.id in (h.version_id, h.previous_id)))`,
    )
    .innerJoin(scriptImports, sql`${scriptImports.versionId} = w.id`)
    .innerJoin(scriptVersions, eq(scriptVersions.id, scriptImports.moduleVersionId))
    .where(and(inArray(scriptVersions.scriptId, ids), sql`${scripts.id} <> all(${sql.param(ids)}::int[])`))
    .orderBy(asc(scripts.scriptName))
