import type { PlatformId, ScriptId, ScriptVersionId, UserId } from '@fleetdeck/contract/ids'
import type { ScriptCommit } from '@fleetdeck/contract/script-commit'
import type { ScriptParam } from '@fleetdeck/contract/script-params'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { scripts, scriptUsers, scriptVersions } from '../../platform/db/schema/scripts.ts'
import { type Pin, pinModules } from './modules/modules.queries.ts'
import type { VersionFile } from './script-file.ts'

export interface NewVersion extends VersionFile {
  version: string
  note: string
  /** Null for one that was read from a repository. */
  userId: UserId | null
  commit?: ScriptCommit
  isHot?: boolean
  /** What it imports. */
  pins: Pin[]
}
interface ScriptInfo {
  scriptName: string
  platformId: PlatformId
  tenantId: UserId
  params: ScriptParam[]
}

export const insertScript = (db: Db, info: ScriptInfo, version: NewVersion, userIds: UserId[]) =>
  db.transaction(async (tx) => {
    const { id } = insertedRow(await tx.insert(scripts).values(info).returning({ id: scripts.id }))
    await run(tx, id, await insertVersion(tx, id, version))
    await setUsers(tx, id, userIds)
    return id
  })

interface Change {
  info: ScriptInfo
  /** Sets the version that runs from now on; a new one, or an existing one. */
  version: NewVersion | { id: ScriptVersionId; note: string }
  userIds: UserId[]
}

export const changeScript = (db: Db, id: ScriptId, { info, version, userIds }: Change) =>
  db.transaction(async (tx) => {
    await tx.update(scripts).set(info).where(eq(scripts.id, id))
    if ('fileName' in version) await run(tx, id, await insertVersion(tx, id, version))
    else await tx.update(scriptVersions).set({ note: version.note }).where(eq(scriptVersions.id, version.id))
    await setUsers(tx, id, userIds)
  })

export async function insertVersion(
  db: Db,
  scriptId: ScriptId,
  { pins, ...version }: NewVersion,
): Promise<ScriptVersionId> {
  const rows = await db
    .insert(scriptVersions)
    .values({ ...version, scriptId })
    .returning({ id: scriptVersions.id })
  const { id } = insertedRow(rows)
  await pinModules(db, id, pins)
  return id
}

export async function hasVersion(db: Db, scriptId: ScriptId, version: string): Promise<boolean> {
  const where = and(eq(scriptVersions.scriptId, scriptId), eq(scriptVersions.version, version))
  return (await db.$count(scriptVersions, where)) > 0
}

/** From now on this version runs. */
export async function run(db: Db, id: ScriptId, versionId: ScriptVersionId): Promise<void> {
  await db.update(scripts).set({ versionId }).where(eq(scripts.id, id))
  await db.update(scriptVersions).set({ isHot: false }).where(eq(scriptVersions.id, versionId))
}

async function setUsers(db: Db, scriptId: ScriptId, userIds: UserId[]) {
  await db.delete(scriptUsers).where(eq(scriptUsers.scriptId, scriptId))
  const rows = [...new Set(userIds)].map((userId) => ({ scriptId, userId }))
  if (rows.length) await db.insert(scriptUsers).values(rows)
}
