import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { devices } from './devices.ts'
import { users } from './users.ts'

/** Trial runs of the script editor that have not ended. */
export const scriptTries = pgTable(
  'script_tries',
  {
    /** The id that the phone uses. */
    runKey: text().primaryKey(),
    deviceId: integer()
      .$type<DeviceId>()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    userId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    startedAt: createdAt(),
    /** When an editor last showed it. */
    seenAt: createdAt(),
    /** It goes on when no editor shows it. */
    kept: boolean().notNull().default(false),
  },
  (t) => [index('script_tries_device').on(t.deviceId), index('script_tries_user').on(t.userId)],
)
