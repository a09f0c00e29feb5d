import type { DeviceId, HotScriptId } from '@fleetdeck/contract/ids'
import { eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { siteNow } from '../../platform/core/site-clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { hotDevices, hotScripts } from '../../platform/db/schema/hot-scripts.ts'

/** Phones of the owner, or those in the chosen groups. */
export const isTarget = sql`d.tenant_id = ${hotScripts.tenantId} and d.device_no is not null and (
  jsonb_array_length(${hotScripts.groupIds}) = 0 or ${hotScripts.groupIds} @> to_jsonb(d.group_id))`

/** A number per phone and hot script that never changes: it decides which phones come first. */
export const rolloutHash = (deviceId: SQL, hotId: SQL) =>
  sql`(hashtext(${deviceId}::text || ':' || ${hotId}::text) & 2147483647)`

/** The hot scripts of one phone. */
export async function hotFor(db: Db, deviceId: DeviceId) {
  const found = await db
    .select({
      hotId: hotScripts.id,
      scriptId: hotScripts.scriptId,
      name: hotScripts.hotName,
      file: hotScripts.file,
      previous: hotScripts.previous,
      state: hotScripts.state,
      forceUpdate: hotScripts.forceUpdate,
      versionPopup: hotScripts.versionPopup,
      versionMsg: hotScripts.versionMsg,
      isInShare: sql<boolean>`${rolloutHash(sql`d.id`, sql`${hotScripts.id}`)} <= ${hotScripts.threshold}`,
      has: sql<string | null>`(select h.version from hot_devices h
        where h.hot_id = ${hotScripts.id} and h.device_id = d.id and h.state = 'taken')`,
    })
    .from(hotScripts)
    .innerJoin(sql`devices d`, sql`d.id = ${deviceId} and ${isTarget}`)
    .where(isNotNull(hotScripts.publishedAt))
  return found
}

/** Ignored for a phone that the hot script does not target. */
export async function saveHotState(
  db: Db,
  deviceId: DeviceId,
  { hotId, ...state }: { hotId: HotScriptId; version: string; state: 'taken' | 'failed'; msg: string },
) {
  const [known] = await db
    .select({ id: hotScripts.id })
    .from(hotScripts)
    .innerJoin(sql`devices d`, sql`d.id = ${deviceId} and ${isTarget}`)
    .where(eq(hotScripts.id, hotId))
  if (!known) return
  const changedAt = siteNow()
  await db
    .insert(hotDevices)
    .values({ hotId, deviceId, ...state, changedAt })
    .onConflictDoUpdate({ target: [hotDevices.hotId, hotDevices.deviceId], set: { ...state, changedAt } })
}
