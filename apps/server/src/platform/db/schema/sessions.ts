import type { RoleId, SessionId, UserId } from '@fleetdeck/contract/ids'
import { type AnyPgColumn, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { roles } from './roles.ts'
import { users } from './users.ts'

export const sessions = pgTable(
  'sessions',
  {
    id: integer().$type<SessionId>().primaryKey().generatedAlwaysAsIdentity(),
    /** SHA-256 of the token in hex: the token itself is never stored. */
    tokenHash: text().notNull(),
    userId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ip: text().notNull(),
    userAgent: text().notNull().default(''),
    createdAt: createdAt(),
    /** When its user last proved who they are: at the sign-in, or by their password since. */
    provenAt: moment().notNull().defaultNow(),
    seenAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
    /** A session that shows the console as somebody else: the one in which its user started it. */
    viewerSessionId: integer()
      .$type<SessionId>()
      .references((): AnyPgColumn => sessions.id, { onDelete: 'cascade' }),
    /** As whom: a user or a role. */
    viewedUserId: integer()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'cascade' }),
    viewedRoleId: integer()
      .$type<RoleId>()
      .references(() => roles.id, { onDelete: 'cascade' }),
  },
  (t) => [
    uniqueIndex('sessions_token').on(t.tokenHash),
    index().on(t.userId),
    index().on(t.expiresAt),
    index().on(t.viewerSessionId),
    index().on(t.viewedUserId),
    index().on(t.viewedRoleId),
  ],
)
