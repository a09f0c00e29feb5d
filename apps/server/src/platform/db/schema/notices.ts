import type { NoticeId, UserId } from '@fleetdeck/contract/ids'
import { index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { createdAt, gmtModified, moment } from './columns.ts'
import { users } from './users.ts'

export const notices = pgTable(
  'notices',
  {
    id: integer().$type<NoticeId>().primaryKey().generatedAlwaysAsIdentity(),
    noticeTitle: text().notNull(),
    noticeType: text().notNull(),
    /** HTML, sanitized when it was written. */
    noticeContent: text().notNull(),
    status: smallint().notNull().default(0),
    createBy: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [index().on(t.status, t.id)],
)

export const noticeReads = pgTable(
  'notice_reads',
  {
    noticeId: integer()
      .$type<NoticeId>()
      .notNull()
      .references(() => notices.id, { onDelete: 'cascade' }),
    userId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    readAt: moment().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.noticeId, t.userId] }), index().on(t.userId)],
)
