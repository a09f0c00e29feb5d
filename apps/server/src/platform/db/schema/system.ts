import { bigint, boolean, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, gmtModified, moment } from './columns.ts'
import { users } from './users.ts'

/** A row for each parameter of the registry, and rows of the site's own. */
export const parameterValues = pgTable(
  'parameters',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    configName: text().notNull(),
    configKey: text().notNull(),
    /** Null: the registry's default. */
    configValue: text(),
    builtIn: boolean().notNull().default(false),
    remark: text().notNull().default(''),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [uniqueIndex('parameters_key').on(t.configKey)],
)

export const operationLogs = pgTable(
  'operation_logs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Path of the call. */
    operUrl: text().notNull(),
    businessType: smallint().notNull(),
    requestMethod: text().notNull(),
    userId: integer(),
    operName: text().notNull(),
    /** Of the access token by which it was done. */
    tokenName: text().notNull().default(''),
    deptName: text().notNull().default(''),
    operIp: text().notNull(),
    operParam: text().notNull().default(''),
    jsonResult: text().notNull().default(''),
    status: smallint().notNull(),
    errorMsg: text().notNull().default(''),
    /** Milliseconds. */
    costTime: integer().notNull(),
    operTime: moment().notNull().defaultNow(),
  },
  (t) => [index().on(t.operTime), index().on(t.operName)],
)

/** Uploads, exports and other files in the data folder. */
export const storedFiles = pgTable(
  'stored_files',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Random name on disk and in addresses. */
    fileName: text().notNull(),
    originalName: text().notNull(),
    mediaType: text().notNull(),
    /** Bytes. */
    size: bigint({ mode: 'number' }).notNull(),
    md5: text().notNull(),
    ownerId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A download of the console: fetched once, then gone. */
    temporary: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('stored_files_name').on(t.fileName), index().on(t.createdAt)],
)
