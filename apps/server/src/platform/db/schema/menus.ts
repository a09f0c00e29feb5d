import type { MenuId, RoleId } from '@fleetdeck/contract/ids'
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
import { createdAt, gmtModified } from './columns.ts'
import { roles } from './roles.ts'

export const menus = pgTable(
  'menus',
  {
    id: integer().$type<MenuId>().primaryKey().generatedAlwaysAsIdentity(),
    parentId: integer()
      .$type<MenuId>()
      .references((): AnyPgColumn => menus.id),
    /** Set for rows shipped with the program; they can be changed but not removed. */
    seedKey: text(),
    menuType: smallint().notNull(),
    menuName: text().notNull(),
    routeName: text().notNull().default(''),
    path: text().notNull().default(''),
    component: text().notNull().default(''),
    redirect: text().notNull().default(''),
    query: text().notNull().default(''),
    /** Permission string; for a menu, the permission of its page. */
    permission: text().notNull().default(''),
    icon: text().notNull().default(''),
    orderNum: integer().notNull().default(0),
    status: smallint().notNull().default(0),
    visible: boolean().notNull().default(true),
    isFrame: boolean().notNull().default(false),
    isCache: boolean().notNull().default(true),
    affix: boolean().notNull().default(false),
    breadcrumb: boolean().notNull().default(true),
    alwaysShow: boolean().notNull().default(false),
    activeMenu: text().notNull().default(''),
    langKey: text().notNull().default(''),
    moduleType: text().notNull().default('sys_admin'),
    remark: text().notNull().default(''),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [
    index().on(t.parentId),
    uniqueIndex('menus_seed_key').on(t.seedKey),
    uniqueIndex('menus_name').on(sql`coalesce(${t.parentId}, 0)`, t.menuName),
    uniqueIndex('menus_path').on(sql`coalesce(${t.parentId}, 0)`, t.path).where(sql`${t.path} <> ''`),
    uniqueIndex('menus_route_name').on(t.routeName).where(sql`${t.routeName} <> ''`),
  ],
)

export const roleMenus = pgTable(
  'role_menus',
  {
    roleId: integer()
      .$type<RoleId>()
      .notNull()
      .references(() => roles.id, { onDelete: 'cascade' }),
    menuId: integer()
      .$type<MenuId>()
      .notNull()
      .references(() => menus.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.roleId, t.menuId] }), index().on(t.menuId)],
)
