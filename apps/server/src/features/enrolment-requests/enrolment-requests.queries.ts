import type { enrolmentRequests as calls } from '@fleetdeck/contract/enrolment-requests'
import type { DeviceId, EnrolmentRequestId } from '@fleetdeck/contract/ids'
import { and, eq, ilike, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Scope } from '../../access/data-scope.ts'
import { deviceWithin } from '../../domain/devices/device-scope.queries.ts'
import { buildOrder, containing, toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { deviceRuntime, devices } from '../../platform/db/schema/devices.ts'
import { enrolmentRequests } from '../../platform/db/schema/enrolment.ts'
import { users } from '../../platform/db/schema/users.ts'

type Filter = z.output<(typeof calls)['list']['query']>

const owner = alias(users, 'owner')
const keyOwner = alias(users, 'key_owner')
const { id, lastAt } = enrolmentRequests

const row = {
  id,
  state: enrolmentRequests.state,
  deviceNo: sql<string>`coalesce(${devices.deviceNo}, '')`,
  deviceId: sql<string>`coalesce(${devices.hardwareId}, '')`,
  userName: owner.userName,
  online: sql<boolean>`coalesce(${deviceRuntime.online}, false)`,
  keyOf: keyOwner.userName,
  firstAt: enrolmentRequests.firstAt,
  lastAt,
  count: enrolmentRequests.count,
  known: {
    brand: devices.brand,
    mode: devices.mode,
    imei: devices.imei,
    osVersion: sql<string>`coalesce(${deviceRuntime.osVersion}, '')`,
    ip: devices.ip,
    publicKey: devices.publicKey,
  },
  asking: {
    brand: enrolmentRequests.brand,
    mode: enrolmentRequests.mode,
    imei: enrolmentRequests.imei,
    osVersion: enrolmentRequests.osVersion,
    ip: enrolmentRequests.ip,
    publicKey: enrolmentRequests.publicKey,
  },
}

export async function listRequests(db: Db, scope: Scope, query: Filter) {
  const where = and(
    deviceWithin(scope),
    query.state ? eq(enrolmentRequests.state, query.state) : undefined,
    query.deviceId ? ilike(devices.hardwareId, containing(query.deviceId)) : undefined,
  )
  const { limit, offset } = toLimit(query)
  const list = await db
    .select(row)
    .from(enrolmentRequests)
    .innerJoin(devices, eq(devices.id, enrolmentRequests.deviceId))
    .leftJoin(deviceRuntime, eq(deviceRuntime.deviceId, devices.id))
    .leftJoin(owner, eq(owner.id, sql`coalesce(${devices.tenantId}, ${devices.enrolledById})`))
    .leftJoin(keyOwner, eq(keyOwner.id, enrolmentRequests.keyOwnerId))
    .where(where)
    .orderBy(...buildOrder(query, { id, lastAt }, id))
    .limit(limit)
    .offset(offset)
  const counted = db
    .select({ id })
    .from(enrolmentRequests)
    .innerJoin(devices, eq(devices.id, enrolmentRequests.deviceId))
    .where(where)
  return { list, total: await db.$count(counted.as('counted')) }
}

/** The devices of these requests, one for each, as far as they are within the scope. */
export async function devicesOfRequests(
  db: Db,
  scope: Scope,
  ids: EnrolmentRequestId[],
): Promise<DeviceId[]> {
  const rows = await db
    .select({ deviceId: devices.id })
    .from(enrolmentRequests)
    .innerJoin(devices, eq(devices.id, enrolmentRequests.deviceId))
    .where(and(inArray(id, ids), deviceWithin(scope)))
  return rows.map(({ deviceId }) => deviceId)
}

/**
 * Makes the asking keys those of the phones, which end the tokens; their other requests end too. A request without a
 * key stays until the phone enrols. Returns the phones of those that have not been decided in the meantime.
 */
export const approveRequests = (db: Db, ids: EnrolmentRequestId[]): Promise<DeviceId[]> =>
  db.transaction(async (tx) => {
    const chosen = await tx
      .select({ id, deviceId: enrolmentRequests.deviceId })
      .from(enrolmentRequests)
      .where(and(inArray(id, ids), sql`${enrolmentRequests.state} <> 'approved'`))
      .orderBy(id)
      .for('update')
    if (chosen.length === 0) return []
    const chosenIds = chosen.map((request) => request.id)
    const deviceIds = chosen.map(({ deviceId }) => deviceId)
    await tx
      .update(devices)
      .set({ publicKey: sql`nullif(${enrolmentRequests.publicKey}, '')`, tokenHash: null })
      .from(enrolmentRequests)
      .where(and(inArray(id, chosenIds), eq(devices.id, enrolmentRequests.deviceId)))
    const isKept = sql`(${inArray(id, chosenIds)} and ${enrolmentRequests.publicKey} = '')`
    await tx
      .delete(enrolmentRequests)
      .where(and(inArray(enrolmentRequests.deviceId, deviceIds), sql`not ${isKept}`))
    await tx.update(enrolmentRequests).set({ state: 'approved' }).where(inArray(id, chosenIds))
    return deviceIds
  })

export const rejectRequests = (db: Db, ids: EnrolmentRequestId[]) =>
  db.update(enrolmentRequests).set({ state: 'rejected' }).where(inArray(id, ids))
