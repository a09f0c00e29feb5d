import type { ScriptAuthorId, UserId } from '@fleetdeck/contract/ids'
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { users } from './users.ts'

/** Whose scripts the phones of a tenant run, if the tenant requires authors. */
export const scriptAuthors = pgTable(
  'script_authors',
  {
    id: integer().$type<ScriptAuthorId>().primaryKey().generatedAlwaysAsIdentity(),
    tenantId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    authorName: text().notNull(),
    /** Ed25519, 32 bytes in base64url. */
    publicKey: text().notNull(),
    /** The key of an earlier author, and its signature of this one; empty without one. */
    endorsedBy: text().notNull().default(''),
    endorsement: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('script_authors_key').on(t.tenantId, t.publicKey), index().on(t.publicKey)],
)

/** Files that authors have signed, whichever scripts use them. */
export const authorSignatures = pgTable(
  'author_signatures',
  {
    sha256: text().notNull(),
    publicKey: text().notNull(),
    signature: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.sha256, t.publicKey] }), index().on(t.publicKey)],
)
