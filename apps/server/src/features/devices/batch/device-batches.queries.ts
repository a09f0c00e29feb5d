import type { ControlChange, ProjectionChange } from '@fleetdeck/contract/device-settings'
import { Status } from '@fleetdeck/contract/enums'
import type { DeviceId, GroupId, UserId } from '@fleetdeck/contract/ids'
import { type AnyColumn, and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { type Scope, usersWithin } from '../../../access/data-scope.ts'
import { amongDevices, deviceWithin } from '../../../domain/devices/device-scope.queries.ts'
import type { Db } from '../../../platform/db/db.ts'
import { byNumber } from '../../../platform/db/natural-key.ts'
import { devices } from '../../../platform/db/schema/devices.ts'
import { users } from '../../../platform/db/schema/users.ts'

const target = {
  id: devices.id,
  deviceNo: sql<string>`coalesce(${devices.deviceNo}, '')`,
  hardwareId: sql<string>`coalesce(${devices.hardwareId}, '')`,
  tenantId: devices.tenantId,
  groupId: devices.groupId,
  status: devices.status,
}
export type Target = {
  id: DeviceId
  deviceNo: string
  hardwareId: string
  tenantId: UserId | null
  groupId: GroupId | null
  status: number
}

export const targetsWithin = (db: Db, scope: Scope, ids: DeviceId[]): Promise<Target[]> =>
  db
    .select(target)
    .from(devices)
    .where(and(amongDevices(devices.id, ids), deviceWithin(scope)))
    .orderBy(byNumber(devices.deviceNo), asc(devices.id))

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

/** The devices that have one of these numbers, by number; they stay as they are until the transaction ends. */
export async function lockNumbered(tx: Db, numbers: string[]) {
  const rows = await tx
    .select({ deviceNo: devices.deviceNo, tenantId: devices.tenantId, hardwareId: devices.hardwareId })
    .from(devices)
    .where(inArray(devices.deviceNo, numbers))
    .orderBy(asc(devices.id))
    .for('update')
  return new Map(rows.map((row) => [row.deviceNo, row]))
}

/** Those of the phones that wait without a number; none gets one from elsewhere until the transaction ends. */
export async function lockWaiting(tx: Db, ids: DeviceId[]): Promise<Set<DeviceId>> {
  const rows = await tx
    .select({ id: devices.id })
    .from(devices)
    .where(and(amongDevices(devices.id, ids), isNull(devices.deviceNo)))
    .orderBy(asc(devices.id))
    .for('update')
  return new Set(rows.map(({ id }) => id))
}

/** Assigns their numbers to phones, with one owner and group. */
export async function setNumbers(
  tx: Db,
  numbers: readonly { id: DeviceId; deviceNo: string }[],
  { tenantId, groupId }: { tenantId: UserId; groupId: GroupId },
): Promise<void> {
  const ids = sql.param(numbers.map(({ id }) => id))
  const deviceNos = sql.param(numbers.map(({ deviceNo }) => deviceNo))
  await tx.execute(sql`
    update devices set device_no = given.device_no, tenant_id = ${tenantId}, group_id = ${groupId}, status = ${Status.on}
    from unnest(${ids}::int[], ${deviceNos}::text[]) as given (id, device_no)
    where devices.id = given.id`)
}

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
