import type { DeviceId } from '@fleetdeck/contract/ids'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { accountEndsAt, isAccountOff, overfullAccounts } from '../../access/account-line.queries.ts'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { deviceWithin } from '../../domain/devices/device-scope.queries.ts'
import { isFreshReport } from '../../domain/devices/fresh-report.ts'
import { findExceeded } from '../../domain/devices/phone-access.queries.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { commandRuns } from '../../platform/db/schema/commands.ts'
import { computerPhones, computers } from '../../platform/db/schema/computers.ts'
import { deviceRuntime, devices } from '../../platform/db/schema/devices.ts'
import { unusablePhones } from '../../platform/db/schema/unusable-phones.ts'
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
  const rival = await findRival(db, scope, found.device.hardwareId)
  const [clock] = (await db.execute<{ now: Date | string }>(sql`select now() as now`)).rows
  return { ...patient, exceeded, waiting, rival, now: new Date(clock?.now ?? siteMs()) }
}

/** A phone that was refused because it has the identity of this one, as the caller's agents report it now. */
async function findRival(db: Db, scope: Scope, hardwareId: string | null) {
  if (hardwareId === null) return undefined
  const [plugged] = await db
    .select({ host: computers.computerName, serial: computerPhones.serial })
    .from(computerPhones)
    .innerJoin(computers, eq(computers.id, computerPhones.computerId))
    .where(
      and(
        eq(computerPhones.hardwareId, hardwareId),
        eq(computerPhones.state, 'identityTaken'),
        isFreshReport(computers.reportedAt),
        ownedWithin(scope, computers.ownerId),
      ),
    )
    .limit(1)
  return plugged ?? findReportedRival(db, scope, hardwareId)
}

/** Of agents without a computer of their own. */
async function findReportedRival(db: Db, scope: Scope, hardwareId: string) {
  const wanted = JSON.stringify([{ deviceId: hardwareId }])
  const [report] = await db
    .select({ host: unusablePhones.host, phones: unusablePhones.phones })
    .from(unusablePhones)
    .where(
      and(
        isFreshReport(unusablePhones.reportedAt),
        ownedWithin(scope, unusablePhones.ownerId),
        sql`${unusablePhones.phones} @> ${wanted}::jsonb`,
      ),
    )
  const phone = report?.phones.find(({ deviceId }) => deviceId === hardwareId)
  return report && phone && { host: report.host, serial: phone.serial }
}

export type DiagnosedDevice = NonNullable<Awaited<ReturnType<typeof readPatient>>>
