import type { GroupId, UserId } from '@fleetdeck/contract/ids'
import { integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, gmtModified } from './columns.ts'
import { users } from './users.ts'

export const deviceGroups = pgTable(
  'device_groups',
  {
    id: integer().$type<GroupId>().primaryKey().generatedAlwaysAsIdentity(),
    groupName: text().notNull(),
    tenantId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [uniqueIndex('device_groups_name').on(t.tenantId, t.groupName)],
)
