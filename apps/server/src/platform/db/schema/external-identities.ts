import type { UserId } from '@fleetdeck/contract/ids'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { users } from './users.ts'

/** Who somebody is at an outside provider, tied to an account here. */
export const externalIdentities = pgTable(
  'outside_identities',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    issuer: text().notNull(),
    subject: text().notNull(),
    name: text().notNull(),
    createdAt: createdAt(),
    usedAt: moment(),
  },
  (t) => [uniqueIndex('outside_identities_subject').on(t.issuer, t.subject), index().on(t.userId)],
)

/** Journeys to the provider that have begun: any server of the installation can end them, once. */
export const externalAttempts = pgTable(
  'outside_attempts',
  {
    /** SHA-256 in hex, like the browser's key. */
    stateHash: text().primaryKey(),
    browserKeyHash: text().notNull(),
    issuer: text().notNull(),
    nonce: text().notNull(),
    codeVerifier: text().notNull(),
    redirectUri: text().notNull(),
    /** Set when a signed-in user ties an identity to himself. */
    userId: integer()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: moment().notNull(),
  },
  (t) => [index().on(t.expiresAt)],
)

/** Confirmed identities that wait for an account. */
export const externalBindings = pgTable(
  'outside_bindings',
  {
    keyHash: text().primaryKey(),
    issuer: text().notNull(),
    subject: text().notNull(),
    name: text().notNull(),
    expiresAt: moment().notNull(),
  },
  (t) => [index().on(t.expiresAt)],
)
