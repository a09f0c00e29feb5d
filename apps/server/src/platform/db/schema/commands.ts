import type { CommandKind } from '@fleetdeck/contract/commands'
import type { DeliveryReason, DeliveryState } from '@fleetdeck/contract/delivery'
import type { CommandId, CommandRunId, DeviceId, UserId } from '@fleetdeck/contract/ids'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { devices } from './devices.ts'
import { users } from './users.ts'

export const commands = pgTable(
  'commands',
  {
    id: integer().$type<CommandId>().primaryKey().generatedAlwaysAsIdentity(),
    command: text().$type<CommandKind>().notNull(),
    /** Shown to operators: a file's name, a command line. */
    content: text().notNull().default(''),
    /** The stored file of inst and push. */
    fileName: text(),
    userId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  (t) => [index('commands_user').on(t.userId)],
)

/** A command on its way to one phone. */
export const commandRuns = pgTable(
  'command_runs',
  {
    id: bigint({ mode: 'number' }).$type<CommandRunId>().primaryKey().generatedAlwaysAsIdentity(),
    /** The id that the phone uses. */
    cmdSubId: text().notNull(),
    commandId: integer()
      .$type<CommandId>()
      .notNull()
      .references(() => commands.id, { onDelete: 'cascade' }),
    deviceId: integer()
      .$type<DeviceId>()
      .references(() => devices.id, { onDelete: 'set null' }),
    deviceNo: text().notNull(),
    state: text().$type<DeliveryState>().notNull().default('queued'),
    reason: text().$type<DeliveryReason>(),
    msg: text().notNull().default(''),
    /** The stored file that the phone sent back. */
    fileName: text(),
    /** How often it was passed to the phone's connection, and the last time. */
    tries: smallint().notNull().default(0),
    sentAt: moment(),
    createdAt: createdAt(),
    changedAt: createdAt(),
  },
  (t) => [
    uniqueIndex('command_runs_cmd_sub_id').on(t.cmdSubId),
    index('command_runs_command').on(t.commandId, t.state),
    index('command_runs_device').on(t.deviceId, t.id),
    index('command_runs_open')
      .on(t.deviceId)
      .where(sql`${t.state} in ('queued', 'sent', 'acknowledged', 'running')`),
  ],
)

/** The log of a run, line by line. */
export const commandLines = pgTable(
  'command_lines',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    runId: bigint({ mode: 'number' })
      .$type<CommandRunId>()
      .notNull()
      .references(() => commandRuns.id, { onDelete: 'cascade' }),
    at: moment().notNull(),
    state: text().$type<DeliveryState>(),
    msg: text().notNull().default(''),
  },
  (t) => [index('command_lines_run').on(t.runId, t.id)],
)
