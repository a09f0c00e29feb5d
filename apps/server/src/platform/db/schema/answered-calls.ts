import type { DeviceId } from '@fleetdeck/contract/ids'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { devices } from './devices.ts'

/** Answers to the last calls of each phone that changed data: a repeated call gets its answer and changes nothing. */
export const answeredCalls = pgTable(
  'answered_calls',
  {
    deviceId: integer()
      .$type<DeviceId>()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    requestId: text().notNull(),
    /** JSON. */
    answer: text().notNull(),
    answeredAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.deviceId, t.requestId] }), index('answered_calls_at').on(t.answeredAt)],
)
