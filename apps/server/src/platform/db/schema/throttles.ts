import type { UserId } from '@fleetdeck/contract/ids'
import type { ThrottleKind } from '@fleetdeck/contract/throttles'
import { bigint, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Callers that were refused until later, by the hour. */
export const throttles = pgTable(
  'throttles',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    hour: moment().notNull(),
    kind: text().$type<ThrottleKind>().notNull(),
    path: text().notNull(),
    ip: text().notNull(),
    /** 0 if not known. */
    userId: integer().$type<UserId | 0>().notNull(),
    count: integer().notNull(),
    firstAt: moment().notNull(),
    lastAt: moment().notNull(),
  },
  (t) => [uniqueIndex('throttles_caller').on(t.hour, t.kind, t.path, t.ip, t.userId), index().on(t.lastAt)],
)
