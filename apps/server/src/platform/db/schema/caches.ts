import type { CacheId, UserId } from '@fleetdeck/contract/ids'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, gmtModified, moment } from './columns.ts'
import { users } from './users.ts'

/** Temporary values that scripts share. */
export const caches = pgTable(
  'caches',
  {
    id: integer().$type<CacheId>().primaryKey().generatedAlwaysAsIdentity(),
    tenantId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    cacheKey: text().notNull(),
    /** 1 a text, 2 a set of lines, 3 a list of lines. */
    dataType: smallint().$type<1 | 2 | 3>().notNull(),
    /** Of a text. */
    content: text().notNull().default(''),
    /** Of a set or a list. */
    lines: text().array().notNull().default(sql`'{}'::text[]`),
    /** Of the content and the lines. */
    bytes: integer().notNull().default(0),
    /** Treated as absent from then on; null never expires. */
    expiresAt: moment(),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [
    uniqueIndex('caches_key').on(t.tenantId, t.cacheKey),
    index('caches_bytes').on(t.tenantId, t.expiresAt, t.bytes),
    index('caches_expiry').on(t.expiresAt).where(sql`${t.expiresAt} is not null`),
  ],
)
