import type { DataGroupId, DataItemId, DeviceId, UserId } from '@fleetdeck/contract/ids'
import { sql } from 'drizzle-orm'
import {
  bigint,
  doublePrecision,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, gmtModified, moment } from './columns.ts'
import { devices } from './devices.ts'
import { users } from './users.ts'

export const dataGroups = pgTable(
  'data_groups',
  {
    id: integer().$type<DataGroupId>().primaryKey().generatedAlwaysAsIdentity(),
    groupName: text().notNull(),
    tenantId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** For items that phones add: 0 refuses items that the group already has. */
    dedupe: smallint().notNull().default(1),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [uniqueIndex('data_groups_name').on(t.tenantId, t.groupName)],
)

/** Items available to phones. A taken item is removed; its row in the history stays. */
export const dataItems = pgTable(
  'data_items',
  {
    id: bigint({ mode: 'number' }).$type<DataItemId>().primaryKey().generatedAlwaysAsIdentity(),
    groupId: integer()
      .$type<DataGroupId>()
      .notNull()
      .references(() => dataGroups.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    content: text().notNull(),
    /** 0: the group has no other item with this content. */
    dedupe: smallint().notNull().default(1),
    /** A random position: items are drawn at random in this order. */
    lot: doublePrecision().notNull().default(sql`random()`),
    /** Leased until then, by that device; null when it is free. */
    leasedUntil: moment(),
    leasedAt: moment(),
    leaseId: text(),
    leasedById: integer()
      .$type<DeviceId>()
      .references(() => devices.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [
    index('data_items_free').on(t.groupId, t.id).where(sql`${t.leaseId} is null`),
    index('data_items_lot').on(t.groupId, t.lot).where(sql`${t.leaseId} is null`),
    index('data_items_name').on(t.groupId, t.name, t.id),
    // Also finds an item by its content: items without the flag are adjacent.
    uniqueIndex('data_items_once').on(
      sql`md5(${t.content})`,
      t.groupId,
      sql`(case when ${t.dedupe} = 0 then 0 else ${t.id} end)`,
    ),
    index('data_items_leased').on(t.leasedUntil).where(sql`${t.leaseId} is not null`),
    index('data_items_leased_by').on(t.leasedById).where(sql`${t.leasedById} is not null`),
  ],
)

/** Which device got which item, and the outcome. */
export const dataUsage = pgTable(
  'data_handouts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    groupId: integer()
      .$type<DataGroupId>()
      .notNull()
      .references(() => dataGroups.id, { onDelete: 'cascade' }),
    /** No foreign key, because the item may be removed. */
    itemId: bigint({ mode: 'number' }).$type<DataItemId>().notNull(),
    name: text().notNull(),
    /** The first part of it. */
    content: text().notNull(),
    /** Kept when the device is deleted. */
    deviceId: integer().$type<DeviceId>().notNull(),
    deviceNo: text().notNull(),
    leaseId: text(),
    outcome: text().$type<'taken' | 'leased' | 'acked' | 'returned'>().notNull(),
    at: createdAt(),
    endedAt: moment(),
  },
  (t) => [
    index('data_handouts_group').on(t.groupId, t.id),
    index('data_handouts_at').on(t.at),
    index('data_handouts_item').on(t.itemId),
  ],
)
