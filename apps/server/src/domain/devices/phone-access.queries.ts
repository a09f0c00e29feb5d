import { openStates } from '@fleetdeck/contract/delivery'
import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import { and, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import {
  accountPaces,
  isAccountExpired,
  overfullAccounts,
  type Pace,
} from '../../access/account-line.queries.ts'
import { userAndSubordinates } from '../../access/data-scope.ts'
import type { Db } from '../../platform/db/db.ts'
import { deviceRuntime, devices } from '../../platform/db/schema/devices.ts'
import { formerPhones } from '../../platform/db/schema/former-phones.ts'
import { userCloudSettings } from '../../platform/db/schema/user-cloud-settings.ts'
import { users } from '../../platform/db/schema/users.ts'
import { requiredAuthors } from '../scripts/authors.queries.ts'

/** As in the partial indexes of open commands and runs. */
const isOpen = sql.raw(`r.state in (${openStates.map((state) => `'${state}'`).join(', ')})`)

/** Phones that may be asked for a token, or for a proof. */
export const hasSecret = sql<boolean>`(${devices.tokenHash} is not null or ${devices.publicKey} is not null)`

/** What limits the owners of devices, once for each owner. */
function ownersOf(db: Db, where: SQL) {
  const owner = devices.tenantId
  return db
    .select({
      id: owner,
      isExpired: isAccountExpired(owner).as('is_owner_expired'),
      /** Of the calls of the owner's phones. */
      paces: accountPaces(owner).as('paces'),
      /** The owner, and users above, who have more devices than their quota. */
      overfull: overfullAccounts(owner).as('overfull'),
    })
    .from(devices)
    .where(where)
    .groupBy(owner)
    .as('owners')
}
type Owners = ReturnType<typeof ownersOf>

const columnsWith = (owners: Owners) => ({
  deviceId: devices.id,
  deviceNo: sql<string>`coalesce(${devices.deviceNo}, '')`,
  status: devices.status,
  hasSecret,
  publicKey: devices.publicKey,
  /** As the phone last reported them. */
  facts: { brand: devices.brand, mode: devices.mode, imei: devices.imei, ip: devices.ip },
  authors: requiredAuthors,
  tenantId: devices.tenantId,
  heartbeatSeconds: sql<string | null>`coalesce(${devices.control} ->> 'heartbeat_seconds',
    ${userCloudSettings.control} ->> 'heartbeat_seconds')`,
  isExpired: sql<boolean>`coalesce(${devices.expireTime} < now(), false) or coalesce(${owners.isExpired}, false)`,
  /** What may wait for a heartbeat over HTTP: orders, and commands and runs without an end. */
  waiting: {
    orders: sql<boolean>`exists (select from phone_orders o where o.device_id = ${devices.id})`,
    commands: sql<boolean>`exists (select from command_runs r where r.device_id = ${devices.id} and ${isOpen})`,
    runs: sql<boolean>`exists (select from task_runs r where r.device_id = ${devices.id} and ${isOpen})`,
  },
  paces: sql<Pace[]>`coalesce(${owners.paces}, '[]')`,
  overfull: sql<UserId[]>`coalesce(${owners.overfull}, '{}')`,
})

/** The phones by their tokens, in one statement. */
export async function findPhonesByTokens(db: Db, tokenHashes: string[]) {
  const isWanted = sql`${devices.tokenHash} = any(${sql.param(tokenHashes)}::text[])`
  const owners = ownersOf(db, isWanted)
  const phones = await db
    .select({
      ...columnsWith(owners),
      tokenHash: devices.tokenHash,
      /** It speaks as phones of the former system do. */
      isFormer: sql<boolean>`${formerPhones.id} is not null`,
    })
    .from(devices)
    .leftJoin(users, eq(users.id, devices.tenantId))
    .leftJoin(userCloudSettings, eq(userCloudSettings.userId, devices.tenantId))
    .leftJoin(formerPhones, eq(formerPhones.keyHash, devices.tokenHash))
    .leftJoin(owners, eq(owners.id, devices.tenantId))
    .where(isWanted)
  return new Map(phones.map(({ tokenHash, ...phone }) => [tokenHash, phone]))
}

/** A phone as it is known here. */
export type KnownPhone =
  Awaited<ReturnType<typeof findPhonesByTokens>> extends Map<unknown, infer Phone> ? Phone : never

/** The phone that an operator has admitted by this number, which is its own. */
export async function findAdmitted(db: Db, deviceNo: string) {
  const isAdmitted = and(eq(formerPhones.deviceNo, deviceNo), eq(formerPhones.state, 'admitted'))
  const ids = db.select({ id: formerPhones.deviceId }).from(formerPhones).where(isAdmitted)
  const owners = ownersOf(db, inArray(devices.id, ids))
  const [phone] = await db
    .select({
      ...columnsWith(owners),
      isFormer: sql<boolean>`true`,
      formerId: formerPhones.id,
      said: formerPhones.said,
      rival: formerPhones.rival,
      calledFrom: formerPhones.ip,
    })
    .from(formerPhones)
    .innerJoin(devices, eq(devices.id, formerPhones.deviceId))
    .leftJoin(users, eq(users.id, devices.tenantId))
    .leftJoin(userCloudSettings, eq(userCloudSettings.userId, devices.tenantId))
    .leftJoin(owners, eq(owners.id, devices.tenantId))
    .where(and(isAdmitted, isNotNull(devices.deviceNo)))
  return phone
}

/** Makes a key the token of its phone at the first call with it. */
export async function bindKey(db: Db, tokenHash: string): Promise<boolean> {
  if ((await db.$count(formerPhones, eq(formerPhones.newKeyHash, tokenHash))) === 0) return false
  const isFree = or(isNull(devices.tokenHash), eq(devices.tokenHash, formerPhones.keyHash))
  const bound = await db.transaction(async (tx) => {
    // An operator may end the key at the same time.
    await tx
      .select({ id: formerPhones.id })
      .from(formerPhones)
      .where(eq(formerPhones.newKeyHash, tokenHash))
      .for('update')
    const changed = await tx
      .update(devices)
      .set({ tokenHash })
      .from(formerPhones)
      .where(
        and(
          eq(formerPhones.newKeyHash, tokenHash),
          eq(formerPhones.state, 'admitted'),
          eq(devices.id, formerPhones.deviceId),
          isNull(devices.publicKey),
          isFree,
        ),
      )
      .returning({ id: devices.id })
    if (changed.length)
      await tx
        .update(formerPhones)
        .set({ keyHash: tokenHash, newKeyHash: null })
        .where(eq(formerPhones.newKeyHash, tokenHash))
    return changed
  })
  return bound.length > 0
}

/** The first key that the phone proves is its own from then on. */
export const adoptKey = (db: Db, tokenHash: string, publicKey: string) =>
  db
    .update(devices)
    .set({ publicKey })
    .where(and(eq(devices.tokenHash, tokenHash), isNull(devices.publicKey)))

/**
 * The user up the line whose quota leaves this device out, because there are enough older ones among the devices of the
 * user and all below.
 * @param overfull the users who have more devices than their quota
 */
export async function findExceeded(db: Db, deviceId: DeviceId, overfull: readonly UserId[]) {
  for (const userId of overfull) {
    const upTo = sql`(select count(*) from ${devices} where ${devices.id} <= ${deviceId}
      and ${devices.deviceNo} is not null and ${devices.tenantId} in (${userAndSubordinates(userId)}))`
    const [exceeded] = await db
      .select({ userName: users.userName, count: sql<number>`${users.deviceNumber}` })
      .from(users)
      .where(and(eq(users.id, userId), sql`${users.deviceNumber} < ${upTo}`))
    if (exceeded) return exceeded
  }
  return undefined
}

/** Phones that are online although they, or their owner, have expired. */
export async function expiredOnline(db: Db): Promise<DeviceId[]> {
  const owners = db.selectDistinct({ id: devices.tenantId }).from(devices).as('owners')
  const expiredOwners = db.select({ id: owners.id }).from(owners).where(isAccountExpired(owners.id))
  const rows = await db
    .select({ id: devices.id })
    .from(devices)
    .innerJoin(deviceRuntime, eq(deviceRuntime.deviceId, devices.id))
    .where(
      and(
        eq(deviceRuntime.online, true),
        or(lt(devices.expireTime, sql`now()`), inArray(devices.tenantId, expiredOwners)),
      ),
    )
  return rows.map(({ id }) => id)
}
