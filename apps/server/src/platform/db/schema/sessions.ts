import { index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { users } from './users.ts'

export const sessions = pgTable(
  'sessions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** SHA-256 of the token in hex: the token itself is never stored. */
    tokenHash: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ip: text().notNull(),
    userAgent: text().notNull().default(''),
    createdAt: createdAt(),
    seenAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
  },
  (t) => [uniqueIndex('sessions_token').on(t.tokenHash), index().on(t.userId), index().on(t.expiresAt)],
)

/** By these, programs call in a user's name. */
export const accessTokens = pgTable(
  'access_tokens',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** SHA-256 of the token in hex, like a session's. */
    tokenHash: text().notNull(),
    userId: integer()
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

/** Wrong passwords per account and address, in the window of the lock. */
export const loginFailures = pgTable(
  'login_failures',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userName: text().notNull(),
    ip: text().notNull(),
    failedAt: moment().notNull().defaultNow(),
  },
  (t) => [index().on(t.userName, t.ip, t.failedAt)],
)

export const loginLogs = pgTable(
  'login_logs',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userName: text().notNull(),
    ip: text().notNull(),
    userAgent: text().notNull().default(''),
    status: smallint().notNull(),
    /** Key of the text that says what happened. */
    msg: text().notNull(),
    loginAt: moment().notNull().defaultNow(),
  },
  (t) => [index().on(t.loginAt)],
)

export const captchas = pgTable(
  'captchas',
  {
    key: text().primaryKey(),
    answer: text().notNull(),
    expiresAt: moment().notNull(),
  },
  (t) => [index().on(t.expiresAt)],
)
