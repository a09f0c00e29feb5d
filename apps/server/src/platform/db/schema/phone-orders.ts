import type { DeviceId } from '@fleetdeck/contract/ids'
import type { HttpOrder } from '@fleetdeck/contract/phone-api'
import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { devices } from './devices.ts'

/** Orders for phones without a socket, until their next heartbeat over HTTP; the latest of each kind. */
export const phoneOrders = pgTable(
  'phone_orders',
  {
    deviceId: integer()
      .$type<DeviceId>()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    order: jsonb().$type<HttpOrder>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.deviceId, t.kind] })],
)
