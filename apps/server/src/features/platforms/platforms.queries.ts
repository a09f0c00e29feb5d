import type { platforms as calls } from '@fleetdeck/contract/platforms'
import { and, eq, getTableColumns } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { crudQueries } from '../../platform/crud/crud-queries.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import type { Db } from '../../platform/db/db.ts'
import { platforms } from '../../platform/db/schema/platforms.ts'
import { users } from '../../platform/db/schema/users.ts'

const row = { ...getTableColumns(platforms), userName: users.userName }

export const platformQueries = crudQueries({
  table: platforms,
  rows: (db: Db) =>
    db.select(row).from(platforms).innerJoin(users, eq(users.id, platforms.tenantId)).$dynamic(),
  sortable: row,
  visible: (scope: Scope) => ownedWithin(scope, platforms.tenantId),
  where: ({ name, tenantId }: z.output<typeof calls.list.query>) =>
    and(filterBy.LIKE(platforms.platformName, name), filterBy.EQ(platforms.tenantId, tenantId)),
  refusals: { platforms_name: 'platformNameTaken', '23503': 'platformInUse' },
})
