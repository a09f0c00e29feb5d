import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, gmtModified, moment } from './columns.ts'

export const departments = pgTable(
  'departments',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    parentId: integer().references((): AnyPgColumn => departments.id),
    deptName: text().notNull(),
    orderNum: integer().notNull().default(0),
    leader: text().notNull().default(''),
    phone: text().notNull().default(''),
    email: text().notNull().default(''),
    status: smallint().notNull().default(0),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [
    index().on(t.parentId),
    uniqueIndex('departments_name').on(sql`coalesce(${t.parentId}, 0)`, t.deptName),
  ],
)

export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userName: text().notNull(),
    nickName: text().notNull(),
    passwordHash: text().notNull(),
    phone: text().notNull().default(''),
    email: text().notNull().default(''),
    sex: smallint().notNull().default(2),
    avatar: text().notNull().default(''),
    remark: text().notNull().default(''),
    deptId: integer().references(() => departments.id),
    /** The user who made this one and looks after him; front users see their descendants' rows. */
    parentId: integer().references((): AnyPgColumn => users.id),
    userType: smallint().notNull().default(0),
    status: smallint().notNull().default(0),
    /** The account of the first start: cannot be changed by others, disabled or removed. */
    builtIn: boolean().notNull().default(false),
    mustChangePassword: boolean().notNull().default(false),
    /** How many devices the user may own; null means no limit. */
    deviceNumber: integer(),
    /** Communication key: phones enrol with it. */
    conSecret: text().notNull(),
    tenantExpireTime: moment(),
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
    uniqueIndex('users_con_secret').on(t.conSecret),
    index().on(t.deptId),
    index().on(t.parentId),
  ],
)

export const roles = pgTable(
  'roles',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    roleName: text().notNull(),
    roleKey: text().notNull(),
    roleSort: integer().notNull().default(0),
    status: smallint().notNull().default(0),
    dataScope: smallint().notNull().default(5),
    menuCheckStrictly: boolean().notNull().default(true),
    deptCheckStrictly: boolean().notNull().default(true),
    builtIn: boolean().notNull().default(false),
    /** Who made the role: it is changed by those who may touch him. */
    ownerId: integer().references(() => users.id),
    remark: text().notNull().default(''),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [uniqueIndex('roles_key').on(t.roleKey), uniqueIndex('roles_name').on(t.roleName)],
)

export const userRoles = pgTable(
  'user_roles',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    roleId: integer()
      .notNull()
      .references(() => roles.id),
  },
  (t) => [primaryKey({ columns: [t.userId, t.roleId] }), index().on(t.roleId)],
)

export const roleDepartments = pgTable(
  'role_departments',
  {
    roleId: integer()
      .notNull()
      .references(() => roles.id, { onDelete: 'cascade' }),
    deptId: integer()
      .notNull()
      .references(() => departments.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.roleId, t.deptId] }), index().on(t.deptId)],
)
