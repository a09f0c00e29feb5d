import type { UserId } from '@fleetdeck/contract/ids'
import { integer, jsonb, pgTable } from 'drizzle-orm/pg-core'
import { gmtModified } from './columns.ts'
import { users } from './users.ts'

/** What a user's devices start from, where it differs from the site's defaults. */
export const userCloudSettings = pgTable('user_cloud_settings', {
  userId: integer()
    .$type<UserId>()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  projection: jsonb().$type<Record<string, string>>().notNull().default({}),
  control: jsonb().$type<Record<string, string>>().notNull().default({}),
  gmtModified: gmtModified(),
})
