import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import type { UnusableReport } from '@fleetdeck/contract/unusable-phones'
import { and, eq, isNull, lt, notInArray } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { isPlugged, pluggedState } from '../../domain/devices/computer-links.queries.ts'
import { deviceWithin } from '../../domain/devices/device-scope.queries.ts'
import { isFreshReport, oldestReport } from '../../domain/devices/fresh-report.ts'
import { siteNow } from '../../platform/core/site-clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { NaturalKey } from '../../platform/db/natural-key.ts'
import { computerPhones, computers } from '../../platform/db/schema/computers.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { unusablePhones } from '../../platform/db/schema/unusable-phones.ts'

type Report = Omit<z.output<typeof UnusableReport>, 'key'>

const unknownPlace = { computerId: null, port: null, isGivenUp: false }
const { ownerId: owner, agent: name, reportedAt } = unusablePhones

/** Replaces the agent's previous report; ownerId is null for the site's key. */
export async function saveReport(db: Db, ownerId: UserId | null, report: Report): Promise<void> {
  const { agent, host, phones } = report
  await db.delete(unusablePhones).where(lt(reportedAt, oldestReport))
  if (phones.length === 0) {
    const ofOwner = ownerId === null ? isNull(owner) : eq(owner, ownerId)
    await db.delete(unusablePhones).where(and(ofOwner, eq(name, agent)))
    return
  }
  const told = { host, phones, reportedAt: siteNow() }
  await db
    .insert(unusablePhones)
    .values({ ownerId, agent, ...told })
    .onConflictDoUpdate({ target: [owner, name], set: told })
}

/** Phones that computers report which may be connected now, with the computer of each. */
export const listOfComputers = (db: Db, scope: Scope) =>
  db
    .select({
      computerId: computers.id,
      host: computers.computerName,
      port: computerPhones.port,
      serial: computerPhones.serial,
      state: pluggedState,
      isGivenUp: computerPhones.isGivenUp,
      hardwareId: computerPhones.hardwareId,
    })
    .from(computerPhones)
    .innerJoin(computers, eq(computers.id, computerPhones.computerId))
    .where(
      and(
        notInArray(computerPhones.state, ['working', 'starting']),
        isFreshReport(computers.reportedAt),
        isPlugged,
        ownedWithin(scope, computers.ownerId),
      ),
    )
    .orderBy(
      new NaturalKey(computers.computerName),
      new NaturalKey(computerPhones.port),
      computerPhones.serial,
    )

/** Phones of the site's own key are shown to users who see all devices. */
export async function listUnusable(db: Db, scope: Scope) {
  const reports = await db
    .select({ host: unusablePhones.host, phones: unusablePhones.phones })
    .from(unusablePhones)
    .where(and(isFreshReport(reportedAt), ownedWithin(scope, owner)))
    .orderBy(unusablePhones.host, name)
  return reports.flatMap(({ host, phones }) => phones.map((phone) => ({ host, ...unknownPlace, ...phone })))
}

export async function findVisible(db: Db, scope: Scope, hardwareId: string): Promise<DeviceId | undefined> {
  const [device] = await db
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.hardwareId, hardwareId), deviceWithin(scope)))
  return device?.id
}
