import type { DepartmentId, RoleId, UserId } from '@fleetdeck/contract/ids'
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, gmtModified } from './columns.ts'
import { departments } from './departments.ts'
import { users } from './users.ts'

export const roles = pgTable(
  'roles',
  {
    id: integer().$type<RoleId>().primaryKey().generatedAlwaysAsIdentity(),
    roleName: text().notNull(),
    roleKey: text().notNull(),
    roleSort: integer().notNull().default(0),
    status: smallint().notNull().default(0),
    dataScope: smallint().notNull().default(5),
    menuCheckStrictly: boolean().notNull().default(true),
    deptCheckStrictly: boolean().notNull().default(true),
    /** 1: its users have to sign in with a second factor. */
    secondFactor: smallint().notNull().default(0),
    builtIn: boolean().notNull().default(false),
    /** The user who created the role: users who may change that user may change the role. */
    ownerId: integer()
      .$type<UserId>()
      .references(() => users.id),
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
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    roleId: integer()
      .$type<RoleId>()
      .notNull()
      .references(() => roles.id),
  },
  (t) => [primaryKey({ columns: [t.userId, t.roleId] }), index().on(t.roleId)],
)

export const roleDepartments = pgTable(
  'role_departments',
  {
    roleId: integer()
      .$type<RoleId>()
      .notNull()
      .references(() => roles.id, { onDelete: 'cascade' }),
    deptId: integer()
      .$type<DepartmentId>()
      .notNull()
      .references(() => departments.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.roleId, t.deptId] }), index().on(t.deptId)],
)
