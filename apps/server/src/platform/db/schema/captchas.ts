import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

export const captchas = pgTable(
  'captchas',
  {
    key: text().primaryKey(),
    answer: text().notNull(),
    expiresAt: moment().notNull(),
  },
  (t) => [index().on(t.expiresAt)],
)
