import type { DepartmentId, UserId } from '@fleetdeck/contract/ids'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, gmtModified, moment } from './columns.ts'
import { departments } from './departments.ts'

export const users = pgTable(
  'users',
  {
    id: integer().$type<UserId>().primaryKey().generatedAlwaysAsIdentity(),
    userName: text().notNull(),
    nickName: text().notNull(),
    passwordHash: text().notNull(),
    phone: text().notNull().default(''),
    email: text().notNull().default(''),
    sex: smallint().notNull().default(2),
    avatar: text().notNull().default(''),
    remark: text().notNull().default(''),
    deptId: integer()
      .$type<DepartmentId>()
      .references(() => departments.id),
    /** The user who created and manages this one; front users see their descendants' rows. */
    parentId: integer()
      .$type<UserId>()
      .references((): AnyPgColumn => users.id),
    userType: smallint().notNull().default(0),
    status: smallint().notNull().default(0),
    /** The built-in account: other users cannot change, disable or remove it. */
    builtIn: boolean().notNull().default(false),
    mustChangePassword: boolean().notNull().default(false),
    /** Phones of this tenant run only scripts that one of its authors has signed. */
    requiresAuthor: boolean().notNull().default(false),
    /** How many devices the user may own; null means unlimited. */
    deviceNumber: integer(),
    /** Communication key, sealed: phones enrol with it. */
    conSecret: text().notNull(),
    /** Finds it; null until the key of an older version is sealed. */
    conSecretHash: text(),
    tenantExpireTime: moment(),
    /** Of the account and of all below; null means as the site's parameters say. */
    storageMegabytes: integer(),
    /** Calls per second of the user's phones and programs; 0 means unlimited. */
    rateLimit: integer().notNull().default(0),
    loginIp: text().notNull().default(''),
    loginAt: moment(),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
    deletedAt: moment(),
  },
  (t) => [
    uniqueIndex('users_name').on(sql`lower(${t.userName})`).where(sql`${t.deletedAt} is null`),
    uniqueIndex('users_phone').on(t.phone).where(sql`${t.deletedAt} is null and ${t.phone} <> ''`),
    uniqueIndex('users_email')
      .on(sql`lower(${t.email})`)
      .where(sql`${t.deletedAt} is null and ${t.email} <> ''`),
    uniqueIndex('users_con_secret').on(t.conSecretHash),
    index().on(t.deptId),
    index().on(t.parentId),
  ],
)
