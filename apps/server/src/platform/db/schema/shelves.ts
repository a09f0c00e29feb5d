import type { DeviceId, ShelfId, UserId } from '@fleetdeck/contract/ids'
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, gmtModified } from './columns.ts'
import { devices } from './devices.ts'
import { users } from './users.ts'

/** Shelves on which the phones of an owner stand. */
export const shelves = pgTable(
  'shelves',
  {
    id: integer().$type<ShelfId>().primaryKey().generatedAlwaysAsIdentity(),
    tenantId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id),
    shelfName: text().notNull(),
    /** Slots of a row, and rows. */
    columns: integer().notNull(),
    rows: integer().notNull(),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [index('shelves_tenant').on(t.tenantId)],
)

export const shelfSlots = pgTable(
  'shelf_slots',
  {
    shelfId: integer()
      .$type<ShelfId>()
      .notNull()
      .references(() => shelves.id, { onDelete: 'cascade' }),
    /** From 0, row by row. */
    slot: integer().notNull(),
    deviceId: integer()
      .$type<DeviceId>()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.shelfId, t.slot] }),
    // A phone stands in one place.
    uniqueIndex('shelf_slots_device').on(t.deviceId),
  ],
)
