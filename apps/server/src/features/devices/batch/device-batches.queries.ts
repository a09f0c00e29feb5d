import type { ControlChange, ProjectionChange } from '@fleetdeck/contract/device-settings'
import type { DeviceId, GroupId, UserId } from '@fleetdeck/contract/ids'
import { type AnyColumn, and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { type Scope, usersWithin } from '../../../access/data-scope.ts'
import { amongDevices, deviceWithin } from '../../../domain/devices/device-scope.queries.ts'
import type { Db } from '../../../platform/db/db.ts'
import { devices } from '../../../platform/db/schema/devices.ts'
import { users } from '../../../platform/db/schema/users.ts'

const target = {
  id: devices.id,
  deviceNo: sql<string>`coalesce(${devices.deviceNo}, '')`,
  hardwareId: sql<string>`coalesce(${devices.hardwareId}, '')`,
  tenantId: devices.tenantId,
}
export type Target = { id: DeviceId; deviceNo: string; hardwareId: string; tenantId: UserId | null }

export const targetsWithin = (db: Db, scope: Scope, ids: DeviceId[]): Promise<Target[]> =>
  db
    .select(target)
    .from(devices)
    .where(and(amongDevices(devices.id, ids), deviceWithin(scope)))
    .orderBy(asc(devices.deviceNo), asc(devices.id))

export async function isUserWithin(db: Db, scope: Scope, id: UserId): Promise<boolean> {
  return (
    (await db.$count(users, and(eq(users.id, id), isNull(users.deletedAt), usersWithin(scope, users)))) > 0
  )
}

/** Those of the devices that belong to others than this user; none of them changes its owner in the meantime. */
export async function lockOthers(
  tx: Db,
  tenantId: UserId,
  targets: readonly Target[],
): Promise<Set<DeviceId>> {
  const ids = targets.map(({ id }) => id)
  const rows = await tx
    .select({ id: devices.id })
    .from(devices)
    .where(and(amongDevices(devices.id, ids), sql`${devices.tenantId} is distinct from ${tenantId}`))
    .orderBy(asc(devices.id))
    .for('no key update')
  return new Set(rows.map(({ id }) => id))
}

export const changeDevices = (db: Db, ids: DeviceId[], change: PgUpdateSetSource<typeof devices>) =>
  db.update(devices).set(change).where(amongDevices(devices.id, ids))

/** Groups belong to users: without a group of the new owner, devices that change their owner are in none. */
export const changeOwner = (
  db: Db,
  ids: DeviceId[],
  { tenantId, groupId }: { tenantId: UserId; groupId: GroupId | null },
) =>
  changeDevices(db, ids, {
    tenantId,
    groupId: groupId ?? sql`case when ${devices.tenantId} = ${tenantId} then ${devices.groupId} end`,
  })

/** Sets keys with a value and removes keys with null; each device keeps its other settings. */
export async function changeSettings(
  db: Db,
  ids: DeviceId[],
  { projection, control }: { projection: ProjectionChange; control: ControlChange },
): Promise<void> {
  await db
    .update(devices)
    .set({ settings: merged(devices.settings, projection), control: merged(devices.control, control) })
    .where(amongDevices(devices.id, ids))
}

const merged = (column: AnyColumn, change: Record<string, string | null | undefined>) =>
  sql`jsonb_strip_nulls(${column} || ${JSON.stringify(change)}::jsonb)`
