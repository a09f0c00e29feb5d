import type { UserId } from '@fleetdeck/contract/ids'
import { bigint, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Partitioned by `operTime`. */
export const operationLogs = pgTable(
  'operation_logs',
  {
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** Path of the call. */
    operUrl: text().notNull(),
    businessType: smallint().notNull(),
    requestMethod: text().notNull(),
    userId: integer().$type<UserId>(),
    operName: text().notNull(),
    /** Of the access token that was used. */
    tokenName: text().notNull().default(''),
    deptName: text().notNull().default(''),
    operIp: text().notNull(),
    operParam: text().notNull().default(''),
    jsonResult: text().notNull().default(''),
    status: smallint().notNull(),
    errorMsg: text().notNull().default(''),
    /** Milliseconds. */
    costTime: integer().notNull(),
    operTime: moment().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.id, t.operTime] }), index().on(t.operTime), index().on(t.operName)],
)
