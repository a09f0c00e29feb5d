import { boolean, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, gmtModified } from './columns.ts'

/** A row per parameter of the registry, and rows added by the site. */
export const parameterValues = pgTable(
  'parameters',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    configName: text().notNull(),
    configKey: text().notNull(),
    /** Null: the registry's default. Secret ones are sealed. */
    configValue: text(),
    builtIn: boolean().notNull().default(false),
    remark: text().notNull().default(''),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [uniqueIndex('parameters_key').on(t.configKey)],
)
