import type { deviceGroups as calls } from '@fleetdeck/contract/device-groups'
import type { GroupId } from '@fleetdeck/contract/ids'
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { crudQueries } from '../../platform/crud/crud-queries.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import type { Db } from '../../platform/db/db.ts'
import { deviceGroups } from '../../platform/db/schema/device-groups.ts'
import { deviceRuntime, devices } from '../../platform/db/schema/devices.ts'
import { users } from '../../platform/db/schema/users.ts'

const row = {
  ...getTableColumns(deviceGroups),
  userName: users.userName,
  deviceCount:
    sql<number>`(select count(*) from ${devices} where ${devices.groupId} = ${deviceGroups.id})`.mapWith(
      Number,
    ),
  onlineCount:
    sql<number>`(select count(*) from ${devices} join ${deviceRuntime} on ${deviceRuntime.deviceId} = ${devices.id}
  where ${devices.groupId} = ${deviceGroups.id} and ${deviceRuntime.online})`.mapWith(Number),
}

export const groupQueries = crudQueries({
  table: deviceGroups,
  rows: (db: Db) =>
    db.select(row).from(deviceGroups).innerJoin(users, eq(users.id, deviceGroups.tenantId)).$dynamic(),
  sortable: row,
  visible: (scope: Scope) => ownedWithin(scope, deviceGroups.tenantId),
  where: ({ name, groupName, id, tenantId }: z.output<typeof calls.list.query>) =>
    and(
      filterBy.LIKE(deviceGroups.groupName, name),
      filterBy.LIKE(deviceGroups.groupName, groupName),
      filterBy.EQ(deviceGroups.id, id),
      filterBy.EQ(deviceGroups.tenantId, tenantId),
    ),
  refusals: { device_groups_name: 'groupNameTaken' },
})

export const anyGroupHasDevices = async (db: Db, ids: GroupId[]) =>
  (await db.$count(devices, inArray(devices.groupId, ids))) > 0
