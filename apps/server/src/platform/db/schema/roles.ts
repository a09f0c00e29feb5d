import type { DepartmentId, MenuId, RoleChangeId, RoleId, UserId } from '@fleetdeck/contract/ids'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, gmtModified, moment } from './columns.ts'
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
    /** Grows with every change, so that a form notices one that was made in the meantime. */
    revision: integer().notNull().default(1),
    /** When its menus were last saved: menus that are newer were never decided on. */
    menusSavedAt: moment().notNull().defaultNow(),
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

/** All of a role that its users notice, with the names that its parts had at that time. */
export interface RoleState {
  roleName: string
  roleKey: string
  roleSort: number
  status: number
  dataScope: number
  secondFactor: number
  remark: string
  menus: { id: MenuId; label: string; menuType: number; path: string; permission: string }[]
  departments: { id: DepartmentId; label: string }[]
}

/** Every change of a role; it stays when the role or its author is removed. */
export const roleChanges = pgTable(
  'role_changes',
  {
    id: integer().$type<RoleChangeId>().primaryKey().generatedAlwaysAsIdentity(),
    roleId: integer().$type<RoleId>().notNull(),
    /** As in the role: who may see the change. */
    ownerId: integer().$type<UserId>(),
    /** The revision that the change made. */
    revision: integer().notNull(),
    kind: text({ enum: ['add', 'edit', 'scope', 'status', 'remove', 'undo'] }).notNull(),
    userId: integer().$type<UserId>().notNull(),
    userName: text().notNull(),
    /** Null for a role that was added. */
    before: jsonb().$type<RoleState>(),
    /** Null for a role that was removed. */
    after: jsonb().$type<RoleState>(),
    createdAt: createdAt(),
  },
  (t) => [index('role_changes_role').on(t.roleId, t.id)],
)
