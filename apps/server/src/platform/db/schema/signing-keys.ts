import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

/** One row: the key pair with which the installation signs scripts. */
export const signingKeys = pgTable(
  'signing_keys',
  {
    id: integer().primaryKey().default(1),
    /** PKCS #8 in base64url, sealed. */
    privateKey: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [check('signing_keys_one', sql`${t.id} = 1`)],
)
