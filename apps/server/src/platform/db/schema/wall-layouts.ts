import type { WallLayoutDraft } from '@fleetdeck/contract/device-wall'
import type { UserId, WallLayoutId } from '@fleetdeck/contract/ids'
import { boolean, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, gmtModified } from './columns.ts'
import { users } from './users.ts'

/** Views of the screen wall, and teams of phones, that users saved. */
export const wallLayouts = pgTable(
  'wall_layouts',
  {
    id: integer().$type<WallLayoutId>().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    layoutName: text().notNull(),
    /** It shows only its devices. */
    isTeam: boolean().notNull().default(false),
    isShared: boolean().notNull(),
    filter: jsonb().$type<WallLayoutDraft['filter']>().notNull(),
    size: integer().notNull(),
    labels: jsonb().$type<WallLayoutDraft['labels']>().notNull(),
    /** In their order; may name devices that no longer exist. */
    deviceIds: jsonb().$type<WallLayoutDraft['deviceIds']>().notNull(),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [uniqueIndex('wall_layouts_name').on(t.userId, t.layoutName)],
)
