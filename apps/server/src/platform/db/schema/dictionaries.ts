import type { DictItemId, DictTypeId } from '@fleetdeck/contract/ids'
import { boolean, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, gmtModified } from './columns.ts'

export const dictTypes = pgTable(
  'dict_types',
  {
    id: integer().$type<DictTypeId>().primaryKey().generatedAlwaysAsIdentity(),
    dictName: text().notNull(),
    dictType: text().notNull().unique('dict_types_type'),
    status: smallint().notNull().default(0),
    remark: text().notNull().default(''),
    /** The program reads it: its type cannot change and it cannot be removed. */
    builtIn: boolean().notNull().default(false),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [index().on(t.createdAt)],
)

export const dictItems = pgTable(
  'dict_items',
  {
    id: integer().$type<DictItemId>().primaryKey().generatedAlwaysAsIdentity(),
    /** Renaming a type renames it in its values. */
    dictType: text()
      .notNull()
      .references(() => dictTypes.dictType, { onUpdate: 'cascade' }),
    dictLabel: text().notNull(),
    dictValue: text().notNull(),
    dictSort: integer().notNull().default(0),
    cssClass: text().notNull().default(''),
    listClass: text().notNull().default('default'),
    isDefault: boolean().notNull().default(false),
    status: smallint().notNull().default(0),
    remark: text().notNull().default(''),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [uniqueIndex('dict_items_value').on(t.dictType, t.dictValue)],
)
