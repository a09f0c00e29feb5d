import { boolean, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Wrong passwords per account and address, within the lock's window. */
export const loginFailures = pgTable(
  'login_failures',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userName: text().notNull(),
    ip: text().notNull(),
    /** A wrong code of a second factor, not a wrong password. */
    isFactor: boolean().notNull().default(false),
    failedAt: moment().notNull().defaultNow(),
  },
  (t) => [index().on(t.userName, t.ip, t.failedAt)],
)

/** Partitioned by `loginAt`. */
export const loginLogs = pgTable(
  'login_logs',
  {
    id: integer().notNull().generatedAlwaysAsIdentity(),
    userName: text().notNull(),
    ip: text().notNull(),
    userAgent: text().notNull().default(''),
    status: smallint().notNull(),
    /** Key of the text that describes the result. */
    msg: text().notNull(),
    loginAt: moment().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.id, t.loginAt] }), index().on(t.loginAt)],
)
