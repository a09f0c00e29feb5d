import type { DeviceId, RunId, RunQuestionId, UserId } from '@fleetdeck/contract/ids'
import type { QuestionEnding, QuestionKind } from '@fleetdeck/contract/run-questions'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { devices } from './devices.ts'
import { users } from './users.ts'

/** Questions and messages of running scripts to operators. */
export const runQuestions = pgTable(
  'run_questions',
  {
    id: bigint({ mode: 'number' }).$type<RunQuestionId>().primaryKey().generatedAlwaysAsIdentity(),
    runId: bigint({ mode: 'number' }).$type<RunId>().notNull(),
    /** Of the run: the question ends with it, also when the run is tried again. */
    attempt: smallint().notNull().default(1),
    deviceId: integer()
      .$type<DeviceId>()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** The device's owner at that time. */
    tenantId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The phone's own id of the question: a repeated call does not ask again. */
    requestId: text().notNull(),
    kind: text().$type<QuestionKind>().notNull(),
    title: text().notNull(),
    question: text().notNull(),
    choices: jsonb().$type<string[]>().notNull().default([]),
    /** Null: none. */
    defaultAnswer: text(),
    placeholder: text().notNull(),
    /** PNG or JPEG in base64; removed with the end. */
    picture: text(),
    askedAt: createdAt(),
    /** The phone waits until then; a message is shown until then. */
    until: moment().notNull(),
    /** When a bot was told; null: none was. */
    toldAt: moment(),
    endedAt: moment(),
    ending: text().$type<QuestionEnding>(),
    answeredById: integer().$type<UserId>(),
    /** A password is sealed, and removed once the phone has it. */
    answer: text(),
  },
  (t) => [
    uniqueIndex('run_questions_request').on(t.deviceId, t.requestId),
    index('run_questions_run').on(t.runId),
    index('run_questions_tenant').on(t.tenantId, t.id),
    index('run_questions_open').on(t.until).where(sql`${t.endedAt} is null`),
    index('run_questions_asked').on(t.askedAt),
  ],
)
