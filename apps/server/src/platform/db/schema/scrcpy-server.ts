import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

/** One row at most: the server file of scrcpy that agents receive. */
export const scrcpyServer = pgTable(
  'scrcpy_server',
  {
    id: integer().primaryKey().default(1),
    fileName: text().notNull(),
    /** Empty if neither the table of published files nor the file's name tells it. */
    version: text().notNull(),
    /** Bytes. */
    size: integer().notNull(),
    /** Lower-case hex. */
    sha256: text().notNull(),
    /** Its SHA-256 is one that scrcpy published; otherwise the user vouched for it. */
    isPublished: boolean().notNull(),
    /** Base64: the file is small, and belongs to no user. */
    content: text().notNull(),
    userName: text().notNull(),
    addedAt: createdAt(),
  },
  (t) => [check('scrcpy_server_one', sql`${t.id} = 1`)],
)
