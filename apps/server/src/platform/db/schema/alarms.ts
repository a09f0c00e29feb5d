import type {
  AlarmEnding,
  AlarmKind,
  AlarmState,
  MessageKind,
  MessageState,
  RobotKind,
  SendFailure,
} from '@fleetdeck/contract/alarms'
import type {
  AlarmId,
  AlarmMessageId,
  AlarmSettingId,
  DeviceId,
  DeviceIncidentId,
  HotScriptId,
  ScriptSourceId,
  UserId,
} from '@fleetdeck/contract/ids'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, gmtModified, moment } from './columns.ts'
import { deviceIncidents } from './device-incidents.ts'
import { devices } from './devices.ts'
import { hotScripts } from './hot-scripts.ts'
import { scriptSources } from './script-sources.ts'
import { users } from './users.ts'

/**
 * When and where a user is notified about their devices, hot updates and Git repositories. It also
 * covers those of users below them who have no settings of their own.
 */
export const alarmSettings = pgTable(
  'alarm_settings',
  {
    id: integer().$type<AlarmSettingId>().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: smallint().notNull().default(0),
    robotKind: text().$type<RobotKind>().notNull(),
    /**
     * Sealed, as it contains the bot's token: never returned whole. Empty: alarms are stored, but nobody is notified.
     */
    robotAddress: text().notNull().default(''),
    /** Sealed. */
    robotKey: text().notNull().default(''),
    atAll: boolean().notNull(),
    /** Seconds between two messages about the same alarm. */
    frequency: integer().notNull(),
    /** Maximum messages per alarm; 0 means unlimited. */
    count: integer().notNull(),
    prefix: text().notNull(),
    /** Empty: the site's. */
    language: text().notNull().default(''),
    /** MB; 0 disables the check, as for the next two. */
    memory: integer().notNull(),
    /** Seconds. */
    offline: integer().notNull(),
    /** Percent. */
    lowBattery: integer().notNull(),
    serviceDown: boolean().notNull(),
    /** Whether a hot update is reported that its runs have stopped. */
    hotStopped: boolean().notNull().default(true),
    /** Readings of a Git repository that fail in succession; 0 disables the check. */
    sourceFailures: smallint().notNull().default(3),
    /** Whether the bot is told that scripts wait for an operator. */
    questions: boolean().notNull().default(false),
    /** When the last message was written, and how long newer alarms are collected before the next, in seconds. */
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
    id: bigint({ mode: 'number' }).$type<AlarmId>().primaryKey().generatedAlwaysAsIdentity(),
    /** The subject: one of these three. */
    deviceId: integer()
      .$type<DeviceId>()
      .references(() => devices.id, { onDelete: 'cascade' }),
    hotId: integer()
      .$type<HotScriptId>()
      .references(() => hotScripts.id, { onDelete: 'cascade' }),
    sourceId: integer()
      .$type<ScriptSourceId>()
      .references(() => scriptSources.id, { onDelete: 'cascade' }),
    /** Its number or name, and its owner, when the alarm opened. */
    subject: text('device_no').notNull(),
    userId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The user whose settings apply: they are notified. */
    toUserId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<AlarmKind>().notNull(),
    state: text().$type<AlarmState>().notNull().default('open'),
    /** The measured value and its limit: percent, MB, seconds, failures; null where there is none. */
    value: integer(),
    threshold: integer(),
    /** Start of the condition. */
    since: moment().notNull(),
    openedAt: createdAt(),
    acknowledgedAt: moment(),
    acknowledgedById: integer().$type<UserId>(),
    note: text().notNull().default(''),
    resolvedAt: moment(),
    resolvedById: integer().$type<UserId>(),
    ending: text().$type<AlarmEnding>(),
    /**
     * Whether the condition still lasts, even after a user resolved the alarm: it is not reopened until the condition
     * ends.
     */
    lasts: boolean().notNull().default(true),
    /** End of the condition; it must stay normal for a while. */
    calmSince: moment(),
    /** How many messages mentioned it, and when the last one did. */
    messages: integer().notNull().default(0),
    notifiedAt: moment('told_at'),
    /** The same alarm was reported recently: no message before this time. */
    quietUntil: moment(),
    recoveryNotified: boolean('recovery_told').notNull().default(false),
    /** The incident of all devices with the same problem and a common cause. */
    incidentId: bigint({ mode: 'number' })
      .$type<DeviceIncidentId>()
      .references(() => deviceIncidents.id, { onDelete: 'set null' }),
  },
  (t) => [
    uniqueIndex('alarms_lasting').on(t.deviceId, t.kind).where(sql`${t.lasts}`),
    uniqueIndex('alarms_lasting_hot').on(t.hotId).where(sql`${t.lasts}`),
    uniqueIndex('alarms_lasting_source').on(t.sourceId).where(sql`${t.lasts}`),
    index('alarms_device').on(t.deviceId, t.kind, t.id),
    index('alarms_user').on(t.userId, t.state),
    index('alarms_to_user').on(t.toUserId).where(sql`${t.lasts}`),
    index('alarms_recovered')
      .on(t.toUserId)
      .where(
        sql`not ${t.lasts} and ${t.messages} > 0 and not ${t.recoveryNotified} and ${t.ending} = 'over'`,
      ),
    index('alarms_resolved_at').on(t.resolvedAt),
    index('alarms_incident').on(t.incidentId),
  ],
)

/** Messages to bots, stored until delivered and then as a log. */
export const alarmMessages = pgTable(
  'alarm_messages',
  {
    id: bigint({ mode: 'number' }).$type<AlarmMessageId>().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<MessageKind>().notNull(),
    /** Without the prefix that is set when it is sent. */
    text: text().notNull(),
    alarmCount: integer().notNull(),
    state: text().$type<MessageState>().notNull().default('waiting'),
    /** The bot it was last sent to; its address without secrets. */
    robotKind: text().$type<RobotKind>(),
    robotAddress: text().notNull().default(''),
    tries: smallint().notNull().default(0),
    nextTryAt: moment().notNull().defaultNow(),
    /** A server is sending it, until this time at the latest. */
    claimedUntil: moment(),
    failure: text().$type<SendFailure>(),
    /** The bot's answer, or details of the failure. */
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
