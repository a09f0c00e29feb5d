import type { DeviceId, PlatformId, ScriptPullId, ScriptSourceId, UserId } from '@fleetdeck/contract/ids'
import type { Capability } from '@fleetdeck/contract/script-api/capabilities'
import type { ScriptCommit } from '@fleetdeck/contract/script-commit'
import type {
  PullReason,
  PullState,
  PullsFailure,
  PullTry,
  SourceAuth,
  SourceFailure,
  SourceProvider,
  SourceResult,
  SourceState,
} from '@fleetdeck/contract/script-sources'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, gmtModified, moment } from './columns.ts'
import { devices } from './devices.ts'
import { platforms } from './platforms.ts'
import { users } from './users.ts'

/** Git repositories that scripts are read from. */
export const scriptSources = pgTable(
  'script_sources',
  {
    id: integer().$type<ScriptSourceId>().primaryKey().generatedAlwaysAsIdentity(),
    sourceName: text().notNull(),
    tenantId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id),
    platformId: integer()
      .$type<PlatformId>()
      .notNull()
      .references(() => platforms.id),
    address: text().notNull(),
    branch: text().notNull(),
    folder: text().notNull(),
    authKind: text().$type<SourceAuth>().notNull(),
    /** Sealed, like the two below. */
    secret: text().notNull().default(''),
    knownHosts: text().notNull().default(''),
    intervalMinutes: integer().notNull(),
    /** In the address of the webhook. */
    hookKey: text().notNull(),
    hookSecret: text().notNull(),
    provider: text().$type<SourceProvider>().notNull(),
    apiAddress: text().notNull().default(''),
    apiToken: text().notNull().default(''),
    testPhoneIds: jsonb().$type<DeviceId[]>().notNull().default([]),
    triesForks: boolean().notNull().default(false),
    status: smallint().notNull().default(0),
    state: text().$type<Exclude<SourceState, 'reading'>>().notNull().default('waiting'),
    failure: text().$type<SourceFailure>(),
    detail: text().notNull().default(''),
    /** Attempts that failed in succession. */
    failures: smallint().notNull().default(0),
    /** The first attempt since the last successful one; null: the last one was successful. */
    failingSince: moment(),
    commit: jsonb().$type<ScriptCommit>(),
    result: jsonb().$type<SourceResult>(),
    triedAt: moment(),
    readAt: moment(),
    nextAt: moment(),
    /** Of the last reading of its pull requests; null: they could be read. */
    pullsFailure: text().$type<PullsFailure>(),
    pullsDetail: text().notNull().default(''),
    pullsFailures: smallint().notNull().default(0),
    pullsReadAt: moment(),
    /** After a failure, they are not read before. */
    pullsNextAt: moment(),
    /** A server reads it, until this time at the latest. */
    claimedUntil: moment(),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [
    uniqueIndex('script_sources_name').on(t.tenantId, t.sourceName),
    uniqueIndex('script_sources_hook').on(t.hookKey),
    index('script_sources_platform').on(t.platformId),
    index('script_sources_next').on(t.nextAt).where(sql`${t.nextAt} is not null`),
  ],
)

/** Commits of pull requests, and how their scripts ran on the test phones. */
export const scriptPulls = pgTable(
  'script_pulls',
  {
    id: integer().$type<ScriptPullId>().primaryKey().generatedAlwaysAsIdentity(),
    sourceId: integer()
      .$type<ScriptSourceId>()
      .notNull()
      .references(() => scriptSources.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    title: text().notNull(),
    author: text().notNull(),
    url: text().notNull(),
    sha: text().notNull(),
    isFork: boolean().notNull(),
    state: text().$type<PullState>().notNull().default('waiting'),
    reason: text().$type<PullReason>(),
    detail: text().notNull().default(''),
    statusError: text().notNull().default(''),
    /** Tries that succeeded; null before the end. */
    succeeded: smallint(),
    /** How often a server took it on. */
    attempts: smallint().notNull().default(0),
    /** A server works on it, and after its end on its commit status, until this time at the latest. */
    claimedUntil: moment(),
    createdAt: createdAt(),
    /** When the provider last reported it as open. */
    seenAt: createdAt(),
    endedAt: moment(),
  },
  (t) => [
    index('script_pulls_source').on(t.sourceId, t.id),
    index('script_pulls_commit').on(t.sourceId, t.number, t.sha),
    index('script_pulls_open').on(t.id).where(sql`${t.state} = 'waiting' or ${t.claimedUntil} is not null`),
  ],
)

/** A changed script of a pull request on one test phone. */
export const scriptPullTries = pgTable(
  'script_pull_tries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    pullId: integer()
      .$type<ScriptPullId>()
      .notNull()
      .references(() => scriptPulls.id, { onDelete: 'cascade' }),
    file: text().notNull(),
    deviceId: integer()
      .$type<DeviceId>()
      .references(() => devices.id, { onDelete: 'set null' }),
    deviceNo: text().notNull(),
    /** Of its run, which has the state and the log; null before it is sent. */
    runKey: text(),
    /** Why it did not become a run. */
    reason: text().$type<NonNullable<PullTry['reason']>>(),
    /** What its phone lacked at the start of that which the script needs. */
    lacks: jsonb().$type<Capability[]>().notNull().default([]),
  },
  (t) => [
    index('script_pull_tries_pull').on(t.pullId, t.id),
    uniqueIndex('script_pull_tries_run').on(t.runKey),
  ],
)
