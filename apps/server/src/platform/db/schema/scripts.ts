import type { PlatformId, ScriptId, ScriptVersionId, UserId } from '@fleetdeck/contract/ids'
import type { ScriptParam } from '@fleetdeck/contract/script-params'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, gmtModified } from './columns.ts'
import { platforms } from './platforms.ts'
import { users } from './users.ts'

export const scripts = pgTable(
  'scripts',
  {
    id: integer().$type<ScriptId>().primaryKey().generatedAlwaysAsIdentity(),
    scriptName: text().notNull(),
    platformId: integer()
      .$type<PlatformId>()
      .notNull()
      .references(() => platforms.id),
    tenantId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id),
    /** The active version, one of scriptVersions. */
    versionId: integer().notNull().default(0).$type<ScriptVersionId>(),
    params: jsonb().$type<ScriptParam[]>().notNull().default([]),
    /** In the library: all users below its owner may use it. */
    isShared: boolean().notNull().default(false),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [
    uniqueIndex('scripts_name').on(t.tenantId, t.scriptName),
    index('scripts_platform').on(t.platformId),
  ],
)

/** A version of a script's file; never changed. */
export const scriptVersions = pgTable(
  'script_versions',
  {
    id: integer().$type<ScriptVersionId>().primaryKey().generatedAlwaysAsIdentity(),
    scriptId: integer()
      .$type<ScriptId>()
      .notNull()
      .references(() => scripts.id, { onDelete: 'cascade' }),
    version: text().notNull(),
    note: text().notNull().default(''),
    /** Rolled out as a hot update, and not, or not yet, the script's own version. */
    isHot: boolean().notNull().default(false),
    /** The address it was fetched from; empty for an uploaded or written script. */
    sourceUrl: text().notNull().default(''),
    /** Of the stored file; the random part of its download address for phones. */
    fileName: text().notNull(),
    originalName: text().notNull(),
    /** Bytes. */
    size: bigint({ mode: 'number' }).notNull(),
    md5: text().notNull(),
    userId: integer()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('script_versions_version').on(t.scriptId, t.version),
    index('script_versions_file').on(t.fileName),
  ],
)

/** Users who may use a script of another user. */
export const scriptUsers = pgTable(
  'script_users',
  {
    scriptId: integer()
      .$type<ScriptId>()
      .notNull()
      .references(() => scripts.id, { onDelete: 'cascade' }),
    userId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.scriptId, t.userId] }), index('script_users_user').on(t.userId)],
)
