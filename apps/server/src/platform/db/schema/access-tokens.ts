import type { AccessTokenId, UserId } from '@fleetdeck/contract/ids'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { users } from './users.ts'

/** Tokens with which programs call in a user's name. */
export const accessTokens = pgTable(
  'access_tokens',
  {
    id: integer().$type<AccessTokenId>().primaryKey().generatedAlwaysAsIdentity(),
    /** SHA-256 of the token in hex, like a session's. */
    tokenHash: text().notNull(),
    userId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenName: text().notNull(),
    permissions: text().array().notNull(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    lastUsedAt: moment(),
    lastUsedIp: text().notNull().default(''),
    revokedAt: moment(),
  },
  (t) => [uniqueIndex('access_tokens_token').on(t.tokenHash), index().on(t.userId)],
)
