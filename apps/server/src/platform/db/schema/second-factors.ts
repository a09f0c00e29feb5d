import type { PasskeyId, SessionId, UserId } from '@fleetdeck/contract/ids'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { sessions } from './sessions.ts'
import { users } from './users.ts'

const ownerId = () =>
  integer()
    .$type<UserId>()
    .references(() => users.id, { onDelete: 'cascade' })

/** The authenticator app of a user: one-time codes by time (RFC 6238). */
export const totpFactors = pgTable('totp_factors', {
  userId: ownerId().primaryKey(),
  /** Base32, sealed. */
  secret: text().notNull(),
  createdAt: createdAt(),
  /** Until a code of it has been given, it counts for nothing. */
  confirmedAt: moment(),
  usedAt: moment(),
  /** The time step of the last code that was accepted: neither it nor an older one is accepted again. */
  lastStep: integer().notNull().default(0),
})

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: ownerId().notNull(),
    /** SHA-256 in hex. */
    codeHash: text().notNull(),
    usedAt: moment(),
  },
  (t) => [uniqueIndex('recovery_codes_code').on(t.userId, t.codeHash)],
)

export const passkeys = pgTable(
  'passkeys',
  {
    id: integer().$type<PasskeyId>().primaryKey().generatedAlwaysAsIdentity(),
    userId: ownerId().notNull(),
    /** Base64url, like the public key (COSE). */
    credentialId: text().notNull(),
    publicKey: text().notNull(),
    /** Of signatures; 0 for passkeys that do not count them. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    passkeyName: text().notNull(),
    createdAt: createdAt(),
    usedAt: moment(),
  },
  (t) => [uniqueIndex('passkeys_credential').on(t.credentialId), index().on(t.userId)],
)

/** The purposes of a factor. */
export type FactorPurpose = 'signIn' | 'proof' | 'passkey'

/** An identity at an external provider that is linked once the factor is given. */
export interface WaitingIdentity {
  issuer: string
  subject: string
  name: string
}

/** Steps that wait for a factor, or for a new passkey: any server of the installation can complete them, once. */
export const factorSteps = pgTable(
  'factor_steps',
  {
    /** SHA-256 of the key in hex. */
    keyHash: text().primaryKey(),
    purpose: text().$type<FactorPurpose>().notNull(),
    /** Missing in a sign-in by a passkey alone, which names its user. */
    userId: ownerId(),
    /** The session of a proof or a new passkey. */
    sessionId: integer()
      .$type<SessionId>()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** Base64url, for passkeys. */
    challenge: text().notNull(),
    /** The text of the login log on success. */
    success: text().$type<TextKey>(),
    identity: jsonb().$type<WaitingIdentity>(),
    expiresAt: moment().notNull(),
  },
  (t) => [index().on(t.expiresAt), index().on(t.userId)],
)
