import type { DynamicColumn } from '@fleetdeck/contract/dynamic-tables'
import type { DynamicTableId, UserId } from '@fleetdeck/contract/ids'
import { sql } from 'drizzle-orm'
import { integer, jsonb, pgSchema, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, gmtModified } from './columns.ts'
import { users } from './users.ts'

/** Tables that users design. Each is a real table here, created and changed while the server runs. */
export const dynamicSchema = pgSchema('dynamic')

/** Their designs. */
export const dynamicTables = pgTable(
  'dynamic_tables',
  {
    id: integer().$type<DynamicTableId>().primaryKey().generatedAlwaysAsIdentity(),
    tenantId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id),
    /** Chinese. */
    tableName: text().notNull(),
    tableNameEn: text().notNull(),
    /** In display order. */
    columns: jsonb().$type<DynamicColumn[]>().notNull(),
    /** Field numbers are never reused. */
    lastColumnNo: integer().notNull(),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [uniqueIndex('dynamic_tables_name').on(t.tenantId, sql`lower(${t.tableNameEn})`)],
)
