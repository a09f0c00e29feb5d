import type { ExternalIdentityId, SessionId, UserId } from '@fleetdeck/contract/ids'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { sessions } from './sessions.ts'
import { users } from './users.ts'

/** An identity at an external provider, linked to an account here. */
export const externalIdentities = pgTable(
  'outside_identities',
  {
    id: integer().$type<ExternalIdentityId>().primaryKey().generatedAlwaysAsIdentity(),
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

/** Sign-ins started at the provider: any server of the installation can complete them, once. */
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
    /** Set when a signed-in user links an identity to their account, or proves who they are. */
    userId: integer()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Of that user: the attempt ends with it. */
    sessionId: integer('proven_session')
      .$type<SessionId>()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: moment().notNull(),
  },
  (t) => [index().on(t.expiresAt)],
)

/** Confirmed identities without an account yet. */
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
