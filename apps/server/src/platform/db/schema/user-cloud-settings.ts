import type { UserId } from '@fleetdeck/contract/ids'
import { integer, jsonb, pgTable } from 'drizzle-orm/pg-core'
import { gmtModified } from './columns.ts'
import { users } from './users.ts'

/** Initial settings of a user's devices, where they differ from the site's defaults, and limits of their scripts. */
export const userCloudSettings = pgTable('user_cloud_settings', {
  userId: integer()
    .$type<UserId>()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  projection: jsonb().$type<Record<string, string>>().notNull().default({}),
  control: jsonb().$type<Record<string, string>>().notNull().default({}),
  /** Hosts that scripts can reach, within the site's; empty means all of these. */
  scriptHosts: jsonb().$type<string[]>().notNull().default([]),
  gmtModified: gmtModified(),
})
