import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { gmtModified } from './columns.ts'

/** One row: which key seals the secrets of this database. The key itself is never here. */
export const sealKeys = pgTable(
  'seal_keys',
  {
    id: integer().primaryKey().default(1),
    keyId: text().notNull(),
    gmtModified: gmtModified(),
  },
  (t) => [check('seal_keys_one', sql`${t.id} = 1`)],
)
