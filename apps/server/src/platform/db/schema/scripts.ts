import type { PlatformId, ScriptId, ScriptSourceId, ScriptVersionId, UserId } from '@fleetdeck/contract/ids'
import type { ScriptCommit } from '@fleetdeck/contract/script-commit'
import type { ScriptParam } from '@fleetdeck/contract/script-params'
import { sql } from 'drizzle-orm'
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
import { scriptSources } from './script-sources.ts'
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
    /** The git repository that it is read from. */
    sourceId: integer()
      .$type<ScriptSourceId>()
      .references(() => scriptSources.id, { onDelete: 'set null' }),
    /** Path of its file in the folder of the source; empty without a source. */
    sourceFile: text().notNull().default(''),
    /** SHA-256 of the file and its entry in the project file, as they were last read. */
    sourceHash: text().notNull().default(''),
    /** The file is no longer in the repository. */
    sourceMissing: boolean().notNull().default(false),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [
    uniqueIndex('scripts_name').on(t.tenantId, t.scriptName),
    index('scripts_platform').on(t.platformId),
    uniqueIndex('scripts_source').on(t.sourceId, t.sourceFile).where(sql`${t.sourceId} is not null`),
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
    /** That it was read at; null if it does not come from a repository. */
    commit: jsonb().$type<ScriptCommit>(),
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

/** The modules of a version: all that it and its modules import, each pinned to a version. */
export const scriptImports = pgTable(
  'script_imports',
  {
    versionId: integer()
      .$type<ScriptVersionId>()
      .notNull()
      .references(() => scriptVersions.id, { onDelete: 'cascade' }),
    /** As the scripts write it. */
    name: text().notNull(),
    /** It names a version, so that a newer one is never used. */
    isExact: boolean().notNull(),
    /** Null: deleted since. */
    moduleVersionId: integer()
      .$type<ScriptVersionId>()
      .references(() => scriptVersions.id, { onDelete: 'set null' }),
  },
  (t) => [
    primaryKey({ columns: [t.versionId, t.name] }),
    index('script_imports_module').on(t.moduleVersionId),
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
