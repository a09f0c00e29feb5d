import type {
  AlarmEnding,
  AlarmKind,
  AlarmState,
  MessageKind,
  MessageState,
  RobotKind,
  SendFailure,
} from '@fleetdeck/contract/alarms'
import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, gmtModified, moment } from './columns.ts'
import { devices } from './devices.ts'
import { users } from './users.ts'

/** When a user wants to hear of his devices and of those below him who have none of their own, and where. */
export const alarmSettings = pgTable(
  'alarm_settings',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: smallint().notNull().default(0),
    robotKind: text().$type<RobotKind>().notNull(),
    /** Holds the robot's token: never handed out whole. Empty: alarms are kept, but nobody is told. */
    robotAddress: text().notNull().default(''),
    robotKey: text().notNull().default(''),
    atAll: boolean().notNull(),
    /** Seconds between two messages about the same. */
    frequency: integer().notNull(),
    /** Most messages about one alarm; 0 means unlimited. */
    count: integer().notNull(),
    prefix: text().notNull(),
    /** Empty: the site's. */
    language: text().notNull().default(''),
    /** MB; 0 is off, as for the next two. */
    memory: integer().notNull(),
    /** Seconds. */
    offline: integer().notNull(),
    /** Percent. */
    lowBattery: integer().notNull(),
    serviceDown: boolean().notNull(),
    /** When the last message was written, and how long newer alarms gather before the next, in seconds. */
    messagedAt: moment(),
    paceSeconds: integer().notNull().default(0),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [uniqueIndex('alarm_settings_user').on(t.userId)],
)

export const alarms = pgTable(
  'alarms',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deviceId: integer()
      .$type<DeviceId>()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** The device's number and owner when it opened. */
    deviceNo: text().notNull(),
    userId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Under whose settings: he is told. */
    toUserId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<AlarmKind>().notNull(),
    state: text().$type<AlarmState>().notNull().default('open'),
    /** What was found and what it was held against: percent, MB, seconds; null where there is no figure. */
    value: integer(),
    threshold: integer(),
    /** Since when it is so. */
    since: moment().notNull(),
    openedAt: createdAt(),
    acknowledgedAt: moment(),
    acknowledgedById: integer().$type<UserId>(),
    note: text().notNull().default(''),
    resolvedAt: moment(),
    resolvedById: integer().$type<UserId>(),
    ending: text().$type<AlarmEnding>(),
    /** Whether what is wrong still lasts, also after somebody resolved it by hand: it is not opened again until it is over. */
    lasts: boolean().notNull().default(true),
    /** Since when nothing is wrong any more; it has to stay so for a while. */
    calmSince: moment(),
    /** How many messages told of it, and when the last one did. */
    messages: integer().notNull().default(0),
    toldAt: moment(),
    /** The same was told of not long ago: no word of it before. */
    quietUntil: moment(),
    recoveryTold: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('alarms_lasting').on(t.deviceId, t.kind).where(sql`${t.lasts}`),
    index('alarms_device').on(t.deviceId, t.kind, t.id),
    index('alarms_user').on(t.userId, t.state),
    index('alarms_to_user').on(t.toUserId).where(sql`${t.lasts}`),
    index('alarms_recovered')
      .on(t.toUserId)
      .where(sql`not ${t.lasts} and ${t.messages} > 0 and not ${t.recoveryTold} and ${t.ending} = 'over'`),
    index('alarms_resolved_at').on(t.resolvedAt),
  ],
)

/** Messages to robots, kept until they arrived and then as a log. */
export const alarmMessages = pgTable(
  'alarm_messages',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<MessageKind>().notNull(),
    /** Without the prefix that the settings hold when it is sent. */
    text: text().notNull(),
    alarmCount: integer().notNull(),
    state: text().$type<MessageState>().notNull().default('waiting'),
    /** The robot it was last sent to; its address without secrets. */
    robotKind: text().$type<RobotKind>(),
    robotAddress: text().notNull().default(''),
    tries: smallint().notNull().default(0),
    nextTryAt: moment().notNull().defaultNow(),
    /** A server is sending it, at the latest until then. */
    claimedUntil: moment(),
    failure: text().$type<SendFailure>(),
    /** What the robot said, or what more is known of the failure. */
    answer: text().notNull().default(''),
    createdAt: createdAt(),
    sentAt: moment(),
  },
  (t) => [
    index('alarm_messages_user').on(t.userId, t.id),
    index('alarm_messages_waiting').on(t.nextTryAt).where(sql`${t.state} = 'waiting'`),
    index('alarm_messages_created').on(t.createdAt),
  ],
)
