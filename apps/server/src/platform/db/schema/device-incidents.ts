import type {
  DeadPhone,
  DeviceIncidentCause,
  DeviceIncidentEventDetails,
  DeviceIncidentEventKind,
  DeviceIncidentKind,
} from '@fleetdeck/contract/device-incidents'
import type { ComputerId, DeviceIncidentEventId, DeviceIncidentId, UserId } from '@fleetdeck/contract/ids'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { computers } from './computers.ts'
import { users } from './users.ts'

/** Problems that many devices of one user have in common, and bots that fail. Rows of alarms refer to them. */
export const deviceIncidents = pgTable(
  'device_incidents',
  {
    id: bigint({ mode: 'number' }).$type<DeviceIncidentId>().primaryKey().generatedAlwaysAsIdentity(),
    /** The user whose alarm settings apply; of dead phones, their owner. */
    toUserId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<DeviceIncidentKind>().notNull(),
    cause: text().$type<DeviceIncidentCause>().notNull(),
    /** The common hub, address, network, version or group, or why the bot fails. */
    causeValue: text().notNull(),
    /** Start of the condition of the first device. */
    since: moment().notNull(),
    /** Start of the condition of the last device that joined. */
    joinedAt: moment().notNull(),
    openedAt: createdAt(),
    endedAt: moment(),
    acknowledgedAt: moment(),
    acknowledgedById: integer()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'set null' }),
    /** The first acknowledgement, also one that was undone. */
    firstAcknowledgedAt: moment(),
    /** No messages to bots before this time. */
    silencedUntil: moment(),
    assigneeId: integer()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'set null' }),
    /** Of dead phones. */
    computerId: integer()
      .$type<ComputerId>()
      .references(() => computers.id, { onDelete: 'set null' }),
    phones: jsonb().$type<DeadPhone[]>().notNull().default([]),
  },
  (t) => [
    uniqueIndex('device_incidents_bot').on(t.toUserId).where(sql`${t.kind} = 'bot' and ${t.endedAt} is null`),
    index('device_incidents_user').on(t.toUserId, t.endedAt),
    index('device_incidents_opened').on(t.openedAt),
    index('device_incidents_ended').on(t.endedAt),
  ],
)

/** What happened to an incident, in order. */
export const deviceIncidentEvents = pgTable(
  'device_incident_events',
  {
    id: bigint({ mode: 'number' }).$type<DeviceIncidentEventId>().primaryKey().generatedAlwaysAsIdentity(),
    incidentId: bigint({ mode: 'number' })
      .$type<DeviceIncidentId>()
      .notNull()
      .references(() => deviceIncidents.id, { onDelete: 'cascade' }),
    /** Null: the server. */
    userId: integer()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'set null' }),
    kind: text().$type<DeviceIncidentEventKind>().notNull(),
    details: jsonb().$type<DeviceIncidentEventDetails>().notNull().default({}),
    at: createdAt(),
  },
  (t) => [index('device_incident_events_incident').on(t.incidentId, t.id)],
)
