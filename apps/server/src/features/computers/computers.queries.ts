import type { computers as calls } from '@fleetdeck/contract/computers'
import type { ComputerId } from '@fleetdeck/contract/ids'
import { and, asc, eq, gt, inArray, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { isPlugged, mayServe, pluggedState } from '../../domain/devices/computer-links.queries.ts'
import { deviceWithin } from '../../domain/devices/device-scope.queries.ts'
import { crudQueries } from '../../platform/crud/crud-queries.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import type { Db } from '../../platform/db/db.ts'
import { NaturalKey } from '../../platform/db/natural-key.ts'
import { computerPhones, computers } from '../../platform/db/schema/computers.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { users } from '../../platform/db/schema/users.ts'

const phonesWhere = (condition: SQL) =>
  sql<number>`(select count(*) from ${computerPhones}
    where ${computerPhones.computerId} = ${computers.id} and ${isPlugged} and ${condition})`.mapWith(Number)

const isWorking = sql`${computerPhones.state} in ('working', 'starting')`
const conditions = { unusable: sql`not ${isWorking}`, givenUp: sql`${computerPhones.isGivenUp}` }

const row = {
  id: computers.id,
  computerName: computers.computerName,
  place: computers.place,
  host: computers.host,
  ip: computers.ip,
  tenantId: computers.ownerId,
  userName: users.userName,
  enrolledAt: computers.enrolledAt,
  reportedAt: computers.reportedAt,
  agentVersion: computers.agentVersion,
  report: computers.report,
  chargeLimit: computers.chargeLimit,
  working: phonesWhere(isWorking),
  unusable: phonesWhere(conditions.unusable),
  givenUp: phonesWhere(conditions.givenUp),
}

type Filter = Omit<z.output<typeof calls.list.query>, 'online'> & {
  /** Those that are connected now, and whether these are meant or all others. */
  connected?: { ids: ComputerId[]; isMeant: boolean } | undefined
}

export const computerQueries = crudQueries({
  table: computers,
  rows: (db: Db) =>
    db.select(row).from(computers).leftJoin(users, eq(users.id, computers.ownerId)).$dynamic(),
  sortable: {
    id: row.id,
    computerName: new NaturalKey(computers.computerName),
    place: row.place,
    agentVersion: row.agentVersion,
    reportedAt: row.reportedAt,
    userName: row.userName,
  },
  sorting: { orderByColumn: 'computerName', isAsc: 'asc' },
  visible: (scope: Scope) => ownedWithin(scope, computers.ownerId),
  where: ({ name, tenantId, phones, connected }: Filter) =>
    and(
      or(
        filterBy.LIKE(computers.computerName, name),
        filterBy.LIKE(computers.place, name),
        filterBy.LIKE(computers.host, name),
      ),
      filterBy.EQ(computers.ownerId, tenantId),
      phones && gt(phonesWhere(conditions[phones]), 0),
      connected && (connected.isMeant ? inArray : notInArray)(computers.id, connected.ids),
    ),
  name: computers.computerName,
})

export const visibleIds = async (db: Db, scope: Scope): Promise<ComputerId[]> => {
  const rows = await db
    .select({ id: computers.id })
    .from(computers)
    .where(ownedWithin(scope, computers.ownerId))
  return rows.map(({ id }) => id)
}

/** The phones of a computer, and their devices as far as the scope of devices shows them. */
export const listPhones = (db: Db, id: ComputerId, devicesScope: Scope) =>
  db
    .select({
      serial: computerPhones.serial,
      hardwareId: computerPhones.hardwareId,
      state: pluggedState,
      since: computerPhones.since,
      port: computerPhones.port,
      transport: computerPhones.transport,
      isGivenUp: computerPhones.isGivenUp,
      deviceId: devices.id,
      deviceNo: devices.deviceNo,
    })
    .from(computerPhones)
    .innerJoin(computers, eq(computers.id, computerPhones.computerId))
    .leftJoin(
      devices,
      and(eq(devices.hardwareId, computerPhones.hardwareId), mayServe, deviceWithin(devicesScope)),
    )
    .where(and(eq(computerPhones.computerId, id), isPlugged))
    .orderBy(new NaturalKey(computerPhones.port), asc(computerPhones.serial))
