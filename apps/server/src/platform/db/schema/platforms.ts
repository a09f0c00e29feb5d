import type { PlatformId, UserId } from '@fleetdeck/contract/ids'
import { integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, gmtModified } from './columns.ts'
import { users } from './users.ts'

/** Platforms that scripts are written for. */
export const platforms = pgTable(
  'platforms',
  {
    id: integer().$type<PlatformId>().primaryKey().generatedAlwaysAsIdentity(),
    platformName: text().notNull(),
    tenantId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [uniqueIndex('platforms_name').on(t.tenantId, t.platformName)],
)
