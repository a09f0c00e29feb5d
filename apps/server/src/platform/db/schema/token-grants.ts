import type { UserId } from '@fleetdeck/contract/ids'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { users } from './users.ts'

/** Access tokens that users have granted to command lines, until these fetch them with a code. */
export const tokenGrants = pgTable(
  'token_grants',
  {
    /** SHA-256 of the code in hex. */
    codeHash: text().primaryKey(),
    userId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the verifier, which only the command line knows, in base64url. */
    challenge: text().notNull(),
    tokenName: text().notNull(),
    permissions: text().array().notNull(),
    days: integer().notNull(),
    expiresAt: moment().notNull(),
  },
  (t) => [index('token_grants_user').on(t.userId), index('token_grants_expires').on(t.expiresAt)],
)
