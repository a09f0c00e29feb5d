import type { DeadPhone } from '@fleetdeck/contract/device-incidents'
import type { ComputerId, DeviceIncidentId, UserId } from '@fleetdeck/contract/ids'
import { and, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { isPlugged, mayServe } from '../../domain/devices/computer-links.queries.ts'
import { devicePlace } from '../../domain/devices/device-place.queries.ts'
import type { Db } from '../../platform/db/db.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { byNumber } from '../../platform/db/natural-key.ts'
import { alarms } from '../../platform/db/schema/alarms.ts'
import { computerPhones, computers } from '../../platform/db/schema/computers.ts'
import { deviceIncidents } from '../../platform/db/schema/device-incidents.ts'
import { deviceRuntime, devices } from '../../platform/db/schema/devices.ts'
import { users } from '../../platform/db/schema/users.ts'
import { coveredOwners, covers } from './monitor.queries.ts'

export interface UnwellPhone extends Omit<DeadPhone, 'isBack'> {
  /** The owner of its device, or else of the computer. */
  toUserId: UserId
  computerId: ComputerId
  computerName: string
  since: Date
  /** Its computer has given it up, and no incident of many devices is about it. */
  isNew: boolean
}
export interface OpenDeadPhones {
  id: DeviceIncidentId
  toUserId: UserId
  computerId: ComputerId | null
  computerName: string
  phones: DeadPhone[]
  isSilenced: boolean
}

const isOpen = and(eq(deviceIncidents.kind, 'deadPhone'), isNull(deviceIncidents.endedAt))

const isTold: SQL = sql`exists (select 1 from ${alarms} join ${deviceIncidents} on ${deviceIncidents.id} = ${alarms.incidentId}
  where ${alarms.deviceId} = ${devices.id} and ${alarms.lasts} and ${deviceIncidents.endedAt} is null)`
const isNew = sql<boolean>`(${computerPhones.isGivenUp} and ${isPlugged} and not ${isTold})`

/**
 * Phones that do not work, as far as they have been given up or may be in an open incident. A phone works if its computer
 * says so or its device is online, by whatever computer and port: what other computers claim about it is not believed.
 */
export const listUnwell = (tx: Db): Promise<UnwellPhone[]> =>
  tx
    .select({
      toUserId: sql<UserId>`coalesce(${devices.tenantId}, ${computers.ownerId},
        (select min(id) from ${users} where ${users.builtIn}))`,
      computerId: computers.id,
      computerName: computers.computerName,
      serial: computerPhones.serial,
      deviceId: devices.id,
      deviceNo: sql<string>`coalesce(${devices.deviceNo}, '')`,
      port: computerPhones.port,
      shelf: devicePlace.shelf,
      since: computerPhones.since,
      isNew,
    })
    .from(computerPhones)
    .innerJoin(computers, eq(computers.id, computerPhones.computerId))
    .leftJoin(devices, and(eq(devices.hardwareId, computerPhones.hardwareId), mayServe))
    .leftJoin(deviceRuntime, eq(deviceRuntime.deviceId, devices.id))
    .where(
      and(
        ne(computerPhones.state, 'working'),
        sql`${deviceRuntime.online} is not true`,
        or(
          computerPhones.isGivenUp,
          sql`exists (select 1 from ${deviceIncidents} where ${isOpen}
            and ${deviceIncidents.computerId} = ${computers.id})`,
        ),
      ),
    )
    .orderBy(computers.id, byNumber(devices.deviceNo), computerPhones.serial)

export const listOpenDeadPhones = (tx: Db): Promise<OpenDeadPhones[]> =>
  tx
    .select({
      id: deviceIncidents.id,
      toUserId: deviceIncidents.toUserId,
      computerId: deviceIncidents.computerId,
      computerName: deviceIncidents.causeValue,
      phones: deviceIncidents.phones,
      isSilenced: sql<boolean>`coalesce(${deviceIncidents.silencedUntil} > now(), false)`,
    })
    .from(deviceIncidents)
    .where(isOpen)
    .orderBy(deviceIncidents.id)

export async function insertDeadPhones(
  tx: Db,
  { toUserId, computerId, computerName }: Pick<UnwellPhone, 'toUserId' | 'computerId' | 'computerName'>,
  { phones, since }: { phones: DeadPhone[]; since: Date },
): Promise<DeviceIncidentId> {
  const rows = await tx
    .insert(deviceIncidents)
    .values({
      ...{ toUserId, computerId, phones, since, joinedAt: since },
      ...{ kind: 'deadPhone', cause: 'computer', causeValue: computerName },
    })
    .returning({ id: deviceIncidents.id })
  return insertedRow(rows).id
}

export const updateDeadPhones = (
  tx: Db,
  id: DeviceIncidentId,
  { phones, isOver }: { phones: DeadPhone[]; isOver: boolean },
) =>
  tx
    .update(deviceIncidents)
    .set({ phones, ...(isOver && { endedAt: sql`now()` }) })
    .where(eq(deviceIncidents.id, id))

/** The bots that cover these owners, and their languages. */
export async function listBots(tx: Db, owners: readonly UserId[]) {
  const { rows } = await tx.execute<{ ownerId: UserId; userId: UserId; language: string }>(sql`
    with recursive ${covers} select covers.owner_id as "ownerId", s.user_id as "userId", s.language
    from ${coveredOwners}
    where s.robot_address <> '' and covers.owner_id = any(${sql.param(`{${owners.join(',')}}`)}::int[])`)
  return rows
}
