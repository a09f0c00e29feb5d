import type { formerPhones as calls, FormerState } from '@fleetdeck/contract/former-phones'
import type { FormerAdmissionId, FormerPhoneId, GroupId, UserId } from '@fleetdeck/contract/ids'
import { and, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { deviceWithin } from '../../domain/devices/device-scope.queries.ts'
import { nothingSaid } from '../../domain/devices/former-phones.queries.ts'
import { hasSecret } from '../../domain/devices/phone-access.queries.ts'
import { siteNow } from '../../platform/core/site-clock.ts'
import { crudQueries } from '../../platform/crud/crud-queries.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import { buildOrder, toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { NaturalKey } from '../../platform/db/natural-key.ts'
import { deviceGroups } from '../../platform/db/schema/device-groups.ts'
import { deviceRuntime, devices } from '../../platform/db/schema/devices.ts'
import { formerAdmissions, formerPhones } from '../../platform/db/schema/former-phones.ts'
import { users } from '../../platform/db/schema/users.ts'

const { id, deviceNo, state, firstAt, lastAt, count, rival } = formerPhones

const shownState = sql<FormerState>`case
  when ${state} = 'rejected' or not ${hasSecret} or ${devices.id} is null then ${state}
  when ${state} = 'admitted' and ${devices.tokenHash} = ${formerPhones.keyHash} then 'bound'
  else 'replaced' end`

const row = {
  id,
  deviceNo,
  state: shownState,
  said: formerPhones.said,
  ip: formerPhones.ip,
  deviceId: formerPhones.deviceId,
  deviceNoNow: sql<string>`coalesce(${devices.deviceNo}, '')`,
  userName: users.userName,
  groupName: deviceGroups.groupName,
  online: sql<boolean>`coalesce(${deviceRuntime.online} and ${deviceRuntime.overHttp}
    and ${state} = 'admitted', false)`,
  hasNewKey: sql<boolean>`${formerPhones.newKeyHash} is not null`,
  rival,
  firstAt,
  /** Heartbeats of admitted phones are recorded with their device. */
  lastAt: sql<Date | null>`greatest(${lastAt},
    case when ${state} = 'admitted' then ${deviceRuntime.lastSeenAt} end)`.mapWith(lastAt),
  count,
}

/** Numbers that are no device of anybody are shown to users who see all devices. */
const within = (scope: Scope): SQL | undefined =>
  scope === 'all' ? undefined : and(isNotNull(formerPhones.deviceId), deviceWithin(scope))

const joined = (db: Db) =>
  db
    .select(row)
    .from(formerPhones)
    .leftJoin(devices, eq(devices.id, formerPhones.deviceId))
    .leftJoin(deviceRuntime, eq(deviceRuntime.deviceId, devices.id))
    .leftJoin(users, eq(users.id, devices.tenantId))
    .leftJoin(deviceGroups, eq(deviceGroups.id, devices.groupId))
    .$dynamic()

export async function listPhones(db: Db, scope: Scope, query: z.output<typeof calls.list.query>) {
  const where = and(
    within(scope),
    filterBy.LIKE(deviceNo, query.deviceNo),
    filterBy.LIKE(formerPhones.ip, query.ip),
    query.state ? sql`${shownState} = ${query.state}` : undefined,
    query.hasRival ? (query.hasRival === 'true' ? isNotNull(rival) : isNull(rival)) : undefined,
  )
  const { limit, offset } = toLimit(query)
  const list = await joined(db)
    .where(where)
    .orderBy(...buildOrder(query, { ...row, deviceNo: new NaturalKey(deviceNo) }, id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(joined(db).where(where).as('counted')) }
}

export const findPhones = (db: Db, scope: Scope, ids: FormerPhoneId[]) =>
  joined(db).where(and(inArray(id, ids), within(scope)))

export async function countWaiting(db: Db, scope: Scope): Promise<number> {
  const waiting = joined(db).where(and(within(scope), sql`${shownState} = 'waiting'`))
  return db.$count(waiting.as('counted'))
}

export const rejectPhones = (db: Db, ids: FormerPhoneId[]) =>
  db.update(formerPhones).set({ state: 'rejected', newKeyHash: null }).where(inArray(id, ids))

export const forgetPhones = (db: Db, ids: FormerPhoneId[]) => db.delete(formerPhones).where(inArray(id, ids))

/** The rival's data becomes that of the phone. */
export const acceptRivals = (db: Db, ids: FormerPhoneId[]) =>
  db
    .update(formerPhones)
    .set({
      said: sql`${JSON.stringify(nothingSaid)}::jsonb || (${rival} - 'ip' - 'lastAt')`,
      ip: sql`${rival} ->> 'ip'`,
      rival: null,
    })
    .where(and(inArray(id, ids), isNotNull(rival)))

export async function saveNewKeys(db: Db, keys: { id: FormerPhoneId; hash: string }[]): Promise<void> {
  await db.execute(sql`
    update former_phones set new_key_hash = made.hash
    from unnest(${sql.param(keys.map((key) => key.id))}::int[],
      ${sql.param(keys.map((key) => key.hash))}::text[]) as made(id, hash)
    where former_phones.id = made.id`)
}

/** In a transaction: ends the keys of these phones, used or not. */
export async function removeKeys(tx: Db, ids: FormerPhoneId[]): Promise<void> {
  const isKeyOf = and(eq(devices.id, formerPhones.deviceId), eq(devices.tokenHash, formerPhones.keyHash))
  await tx
    .update(devices)
    .set({ tokenHash: null })
    .from(formerPhones)
    .where(and(inArray(id, ids), isKeyOf))
  await tx.update(formerPhones).set({ keyHash: null, newKeyHash: null }).where(inArray(id, ids))
}

const isOpen = sql<boolean>`${formerAdmissions.endsAt} > now()`
const countOf = (counted: 'admitted' | 'expected') =>
  sql<number>`(select count(*)::int from former_phones
    where admission_id = ${formerAdmissions.id} and state = ${counted})`
const admissionRow = {
  id: formerAdmissions.id,
  kind: formerAdmissions.kind,
  network: formerAdmissions.network,
  groupName: deviceGroups.groupName,
  userName: users.userName,
  creatorName: sql<string>`(select user_name from users creator where creator.id = ${formerAdmissions.creatorId})`,
  isOpen,
  admitted: countOf('admitted'),
  expected: countOf('expected'),
  createdAt: formerAdmissions.createdAt,
  endsAt: formerAdmissions.endsAt,
}

export const admissionQueries = crudQueries({
  table: formerAdmissions,
  rows: (db: Db) =>
    db
      .select(admissionRow)
      .from(formerAdmissions)
      .leftJoin(deviceGroups, eq(deviceGroups.id, formerAdmissions.groupId))
      .leftJoin(users, eq(users.id, deviceGroups.tenantId))
      .$dynamic(),
  sortable: { id: formerAdmissions.id, endsAt: formerAdmissions.endsAt },
  visible: (scope: Scope) => ownedWithin(scope, formerAdmissions.creatorId),
  where: ({ kind }: z.output<typeof calls.admissions.query>) => filterBy.EQ(formerAdmissions.kind, kind),
})

export const countOpen = (db: Db) => db.$count(formerAdmissions, gt(formerAdmissions.endsAt, sql`now()`))

interface NewAdmission {
  kind: 'list' | 'network'
  network: string
  groupId: GroupId | null
  creatorId: UserId
  endsAt: Date
}
export const insertAdmission = async (db: Db, values: NewAdmission): Promise<FormerAdmissionId> =>
  insertedRow(await db.insert(formerAdmissions).values(values).returning({ id: formerAdmissions.id })).id

/** Numbers that have not called are no longer expected. */
export const endAdmissions = (db: Db, ids: FormerAdmissionId[]) =>
  db.transaction(async (tx) => {
    await tx.delete(formerPhones).where(and(inArray(formerPhones.admissionId, ids), eq(state, 'expected')))
    await tx
      .update(formerAdmissions)
      .set({ endsAt: siteNow() })
      .where(and(inArray(formerAdmissions.id, ids), sql`${isOpen}`))
  })

/** Expected numbers of admissions that have ended. */
export const forgetUnexpected = (db: Db) =>
  db.execute(sql`delete from former_phones using former_admissions
    where former_admissions.id = admission_id and state = 'expected' and ends_at <= now()`)

/** Networks and numbers that wait and that an admission is about. */
export const findWaiting = (db: Db) =>
  db.select({ id, ip: formerPhones.ip }).from(formerPhones).where(eq(state, 'waiting'))
