import type { UserId } from '@fleetdeck/contract/ids'
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { users } from './users.ts'

/** Uploads, exports and other files in the store of all servers. */
export const storedFiles = pgTable(
  'stored_files',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Random name on disk and in addresses. */
    fileName: text().notNull(),
    originalName: text().notNull(),
    mediaType: text().notNull(),
    /** Bytes. */
    size: bigint({ mode: 'number' }).notNull(),
    md5: text().notNull(),
    /** In hex; null for files of older versions of the program until it is needed. */
    sha256: text(),
    ownerId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A download of the console: fetched once, then removed. */
    temporary: boolean().notNull().default(false),
    /** Since when the job that cleans files has found nothing that refers to it. */
    unusedSince: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('stored_files_name').on(t.fileName),
    index().on(t.createdAt),
    index('stored_files_owner').on(t.ownerId, t.temporary, t.size),
  ],
)
