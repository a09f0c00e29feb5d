import type { DynamicColumn } from '@fleetdeck/contract/dynamic-tables'
import type { UserId } from '@fleetdeck/contract/ids'
import { sql } from 'drizzle-orm'
import { integer, jsonb, pgSchema, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, gmtModified } from './columns.ts'
import { users } from './users.ts'

/** Tables that users design, each a real one here, made and changed while the server runs. */
export const dynamicSchema = pgSchema('dynamic')

/** Their designs. */
export const dynamicTables = pgTable(
  'dynamic_tables',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    tenantId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id),
    /** Chinese. */
    tableName: text().notNull(),
    tableNameEn: text().notNull(),
    /** In the order in which they are shown. */
    columns: jsonb().$type<DynamicColumn[]>().notNull(),
    /** Numbers of fields are never given twice. */
    lastColumnNo: integer().notNull(),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [uniqueIndex('dynamic_tables_name').on(t.tenantId, sql`lower(${t.tableNameEn})`)],
)
