import type { CodeTarget, enrolmentCodes as calls } from '@fleetdeck/contract/enrolment-codes'
import type { EnrolmentCodeId, UserId } from '@fleetdeck/contract/ids'
import { and, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { codeState } from '../../domain/devices/enrolment-codes.queries.ts'
import { siteNow } from '../../platform/core/site-clock.ts'
import { crudQueries } from '../../platform/crud/crud-queries.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import { toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { deviceGroups } from '../../platform/db/schema/device-groups.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { enrolmentCodes, enrolmentCodeUses } from '../../platform/db/schema/enrolment-codes.ts'
import { users } from '../../platform/db/schema/users.ts'

const owner = alias(users, 'owner')
const creator = alias(users, 'creator')
const { codeHash: _secret, ...columns } = getTableColumns(enrolmentCodes)
const row = {
  ...columns,
  target: sql<CodeTarget>`case when ${enrolmentCodes.tenantId} is null then 'site'
    when ${enrolmentCodes.numberPrefix} is null then 'user' else 'group' end`,
  state: codeState,
  userName: owner.userName,
  creatorName: creator.userName,
  groupName: deviceGroups.groupName,
}

/** Codes of the site are shown to users who see all devices. */
export const codeQueries = crudQueries({
  table: enrolmentCodes,
  rows: (db: Db) =>
    db
      .select(row)
      .from(enrolmentCodes)
      .innerJoin(creator, eq(creator.id, enrolmentCodes.creatorId))
      .leftJoin(owner, eq(owner.id, enrolmentCodes.tenantId))
      .leftJoin(deviceGroups, eq(deviceGroups.id, enrolmentCodes.groupId))
      .$dynamic(),
  sortable: row,
  visible: (scope: Scope) => ownedWithin(scope, enrolmentCodes.tenantId),
  where: ({ codeName, state, tenantId }: z.output<typeof calls.list.query>) =>
    and(
      filterBy.LIKE(enrolmentCodes.codeName, codeName),
      filterBy.EQ(enrolmentCodes.tenantId, tenantId),
      state ? sql`${codeState} = ${state}` : undefined,
    ),
})

export const countUsable = (db: Db, creatorId: UserId) =>
  db.$count(enrolmentCodes, and(eq(enrolmentCodes.creatorId, creatorId), sql`${codeState} = 'usable'`))

export const revokeCodes = (db: Db, ids: EnrolmentCodeId[]) =>
  db
    .update(enrolmentCodes)
    .set({ revokedAt: siteNow() })
    .where(and(inArray(enrolmentCodes.id, ids), isNull(enrolmentCodes.revokedAt)))

export async function listUses(db: Db, { id, ...page }: z.output<typeof calls.uses.query>) {
  const where = eq(enrolmentCodeUses.codeId, id)
  const { limit, offset } = toLimit(page)
  const list = await db
    .select({
      id: enrolmentCodeUses.id,
      deviceNo: sql<string>`coalesce(${devices.deviceNo}, '')`,
      deviceId: enrolmentCodeUses.hardwareId,
      ip: enrolmentCodeUses.ip,
      usedAt: enrolmentCodeUses.usedAt,
    })
    .from(enrolmentCodeUses)
    .leftJoin(devices, eq(devices.id, enrolmentCodeUses.deviceId))
    .where(where)
    .orderBy(desc(enrolmentCodeUses.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(enrolmentCodeUses, where) }
}
