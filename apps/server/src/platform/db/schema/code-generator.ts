import type { GenColumn, GenOptions } from '@fleetdeck/contract/code-generator'
import { integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, gmtModified } from './columns.ts'

/** A column as the database describes it. */
export interface ColumnInfo {
  /** Name of its type in pg_type, such as `int4`. */
  type: string
  /** For varchar(n) and char(n). */
  length: number | null
  precision: number | null
  scale: number | null
  /** As SQL. */
  default: string | null
  identity: 'always' | 'default' | ''
  /** The table that its foreign key references. */
  references: string
  /** The column of it that they are values of. */
  referencesColumn?: string
  /** The name of that constraint. */
  referencesBy?: string
  /** Unique indexes that begin with it; missing in designs saved before these were read. */
  uniques?: { name: string; columns: string[] }[]
}
export type StoredColumn = GenColumn & { facts: ColumnInfo }

/** Database tables that code is generated for. */
export const genTables = pgTable(
  'gen_tables',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    tableName: text().notNull(),
    tableComment: text().notNull(),
    className: text().notNull(),
    author: text().notNull().default(''),
    remark: text().notNull().default(''),
    options: jsonb().$type<GenOptions>().notNull(),
    /** In display order. */
    columns: jsonb().$type<StoredColumn[]>().notNull(),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [uniqueIndex('gen_tables_name').on(t.tableName)],
)
