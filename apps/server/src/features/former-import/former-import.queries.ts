import type { DataGroupId, ScriptId, ScriptVersionId, UserId } from '@fleetdeck/contract/ids'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { hasEqual } from '../../domain/data-items/equal-content.ts'
import type { Db } from '../../platform/db/db.ts'
import { deviceGroups } from '../../platform/db/schema/device-groups.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { platforms } from '../../platform/db/schema/platforms.ts'
import { scripts, scriptUsers, scriptVersions } from '../../platform/db/schema/scripts.ts'

/** The devices with these numbers, of any owner. */
export const findNumbers = (db: Db, numbers: string[]) =>
  db
    .select({
      id: devices.id,
      deviceNo: devices.deviceNo,
      tenantId: devices.tenantId,
      groupName: deviceGroups.groupName,
      imei: devices.imei,
      expireTime: devices.expireTime,
    })
    .from(devices)
    .leftJoin(deviceGroups, eq(deviceGroups.id, devices.groupId))
    .where(inArray(devices.deviceNo, numbers))

/** The places in the list of those whose group has the content with this MD5. */
export async function findPresent(
  db: Db,
  items: { groupId: DataGroupId; md5: string }[],
): Promise<Set<number>> {
  const { rows } = await db.execute<{ place: number }>(sql`
    select place::int as place from unnest(
      ${sql.param(items.map(({ groupId }) => groupId))}::int[],
      ${sql.param(items.map(({ md5 }) => md5))}::text[]) with ordinality as sent(group_id, print, place)
    where ${hasEqual(sql`sent.group_id`, sql`sent.print`)}`)
  return new Set(rows.map(({ place }) => place - 1))
}

/** Platforms of the owner come first. */
export const listPlatforms = (db: Db, scope: Scope, owner: UserId) =>
  db
    .select({ id: platforms.id, platformName: platforms.platformName })
    .from(platforms)
    .where(ownedWithin(scope, platforms.tenantId))
    .orderBy(desc(eq(platforms.tenantId, owner)), platforms.id)

/** A script with its versions, the active one first, and its users. */
export async function findScript(db: Db, tenantId: UserId, scriptName: string) {
  const [script] = await db
    .select()
    .from(scripts)
    .where(and(eq(scripts.tenantId, tenantId), eq(scripts.scriptName, scriptName)))
  if (!script) return undefined
  const versions = await db
    .select({
      id: scriptVersions.id,
      version: scriptVersions.version,
      md5: scriptVersions.md5,
      originalName: scriptVersions.originalName,
    })
    .from(scriptVersions)
    .where(eq(scriptVersions.scriptId, script.id))
    .orderBy(desc(eq(scriptVersions.id, script.versionId)))
  const people = await db
    .select({ userId: scriptUsers.userId })
    .from(scriptUsers)
    .where(eq(scriptUsers.scriptId, script.id))
  return { ...script, versions, userIds: people.map(({ userId }) => userId) }
}

/** The present version of a script. */
export async function findVersionId(db: Db, scriptId: ScriptId): Promise<ScriptVersionId | undefined> {
  const [script] = await db.select({ id: scripts.versionId }).from(scripts).where(eq(scripts.id, scriptId))
  return script?.id ?? undefined
}
