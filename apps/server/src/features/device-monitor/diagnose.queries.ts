import type { DeviceId } from '@fleetdeck/contract/ids'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { accountEndsAt, isAccountOff, overfullAccounts } from '../../access/account-line.queries.ts'
import type { Scope } from '../../access/data-scope.ts'
import { deviceWithin } from '../../domain/devices/device-scope.queries.ts'
import { findExceeded } from '../../domain/devices/phone-access.queries.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { commandRuns } from '../../platform/db/schema/commands.ts'
import { deviceRuntime, devices } from '../../platform/db/schema/devices.ts'
import { userCloudSettings } from '../../platform/db/schema/user-cloud-settings.ts'
import { users } from '../../platform/db/schema/users.ts'

/** Everything that may keep a device from working. */
export async function readPatient(db: Db, scope: Scope, id: DeviceId) {
  const [found] = await db
    .select({
      device: devices,
      runtime: deviceRuntime,
      ownerName: users.userName,
      isOwnerOff: isAccountOff(devices.tenantId),
      ownerEndsAt: accountEndsAt(devices.tenantId),
      overfull: overfullAccounts(devices.tenantId),
      ownerSettings: userCloudSettings.projection,
      ownerControl: userCloudSettings.control,
    })
    .from(devices)
    .leftJoin(deviceRuntime, eq(deviceRuntime.deviceId, devices.id))
    .leftJoin(users, eq(users.id, devices.tenantId))
    .leftJoin(userCloudSettings, eq(userCloudSettings.userId, devices.tenantId))
    .where(and(eq(devices.id, id), deviceWithin(scope)))
  if (!found) return undefined
  const { overfull, ...patient } = found
  const exceeded = found.device.deviceNo ? await findExceeded(db, id, overfull) : undefined
  const waiting = await db.$count(
    commandRuns,
    and(eq(commandRuns.deviceId, id), inArray(commandRuns.state, ['queued', 'sent'])),
  )
  const [clock] = (await db.execute<{ now: Date | string }>(sql`select now() as now`)).rows
  return { ...patient, exceeded, waiting, now: new Date(clock?.now ?? siteMs()) }
}
export type DiagnosedDevice = NonNullable<Awaited<ReturnType<typeof readPatient>>>
