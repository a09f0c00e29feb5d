import { Status } from '@fleetdeck/contract/enums'
import type { DepartmentId, MenuId, RoleId, UserId } from '@fleetdeck/contract/ids'
import type { RoleDraft, RoleQuery } from '@fleetdeck/contract/roles'
import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { siteNow } from '../../platform/core/site-clock.ts'
import { crudQueries } from '../../platform/crud/crud-queries.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import { within } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { departments } from '../../platform/db/schema/departments.ts'
import { menus, roleMenus } from '../../platform/db/schema/menus.ts'
import { roleDepartments, roles, userRoles } from '../../platform/db/schema/roles.ts'

type Draft = z.output<typeof RoleDraft>

// Written as SQL: within a selection of one table, drizzle would omit the table's name.
const userCount = sql<number>`(select count(*) from user_roles join users on users.id = user_roles.user_id
  where user_roles.role_id = roles.id and users.deleted_at is null)`.mapWith(Number)
const row = {
  id: roles.id,
  roleName: roles.roleName,
  roleKey: roles.roleKey,
  roleSort: roles.roleSort,
  status: roles.status,
  dataScope: roles.dataScope,
  builtIn: roles.builtIn,
  menuCheckStrictly: roles.menuCheckStrictly,
  deptCheckStrictly: roles.deptCheckStrictly,
  secondFactor: roles.secondFactor,
  remark: roles.remark,
  userCount,
  revision: roles.revision,
  createdAt: roles.createdAt,
}
type Filter = Omit<RoleQuery, 'pageNum' | 'pageSize'> & { timeZone: string }

const conditions = (query: Filter) =>
  and(
    filterBy.NAME(roles.roleName, query.roleName),
    filterBy.LIKE(roles.roleKey, query.roleKey),
    filterBy.EQ(roles.status, query.status),
    within(roles.createdAt, query, query.timeZone),
  )

export const roleQueries = crudQueries({
  table: roles,
  rows: (db: Db) => db.select(row).from(roles).$dynamic(),
  sortable: row,
  sorting: { orderByColumn: 'roleSort', isAsc: 'asc' },
  visible: (inView: SQL | undefined) => inView,
  where: conditions,
})

/** Roles of these ids that were created within the scope, or are built in. */
export const findRoles = (db: Db, scope: Scope, ids: RoleId[]) =>
  db
    .select(row)
    .from(roles)
    .where(
      and(
        inArray(roles.id, ids),
        scope === 'all' ? undefined : sql`(${ownedWithin(scope, roles.ownerId)} or ${roles.builtIn})`,
      ),
    )

export interface NewRole extends Draft {
  dataScope: number
  deptIds: DepartmentId[]
  deptCheckStrictly: boolean
  ownerId: UserId
}

export async function insertRole(db: Db, { menuIds, deptIds, ...role }: NewRole): Promise<RoleId> {
  const { id } = insertedRow(await db.insert(roles).values(role).returning({ id: roles.id }))
  await replaceMenus(db, id, menuIds)
  await replaceDepartments(db, id, deptIds)
  return id
}

/** The parts that a change sets; the others stay. */
export interface RoleValues extends Partial<Omit<NewRole, 'ownerId' | 'status' | 'secondFactor'>> {
  status?: number
  secondFactor?: number
  revision?: number
}

export async function updateRole(db: Db, id: RoleId, { menuIds, deptIds, ...role }: RoleValues) {
  const saved = menuIds && { menusSavedAt: siteNow() }
  await db
    .update(roles)
    .set({ ...role, ...saved })
    .where(eq(roles.id, id))
  if (menuIds) await replaceMenus(db, id, menuIds)
  if (deptIds) await replaceDepartments(db, id, deptIds)
}

/** Until the end of the transaction, only this one changes the role. */
export const lockRole = (db: Db, id: RoleId) =>
  db.select({ id: roles.id }).from(roles).where(eq(roles.id, id)).for('update')

async function replaceMenus(db: Db, roleId: RoleId, menuIds: MenuId[]) {
  await db.delete(roleMenus).where(eq(roleMenus.roleId, roleId))
  const rows = [...new Set(menuIds)].map((menuId) => ({ roleId, menuId }))
  if (rows.length) await db.insert(roleMenus).values(rows)
}

async function replaceDepartments(db: Db, roleId: RoleId, deptIds: DepartmentId[]) {
  await db.delete(roleDepartments).where(eq(roleDepartments.roleId, roleId))
  const rows = [...new Set(deptIds)].map((deptId) => ({ roleId, deptId }))
  if (rows.length) await db.insert(roleDepartments).values(rows)
}

export const deleteRoles = (db: Db, ids: RoleId[]) => db.delete(roles).where(inArray(roles.id, ids))

export const menusOfRole = async (db: Db, roleId: RoleId) =>
  (await db.select({ id: roleMenus.menuId }).from(roleMenus).where(eq(roleMenus.roleId, roleId))).map(
    (found) => found.id,
  )

/** Those that count: disabled menus grant nothing. */
export const enabledMenusOfRole = async (db: Db, roleId: RoleId) =>
  (
    await db
      .select({ id: menus.id })
      .from(roleMenus)
      .innerJoin(menus, and(eq(menus.id, roleMenus.menuId), eq(menus.status, Status.on)))
      .where(eq(roleMenus.roleId, roleId))
  ).map((found) => found.id)

export const departmentsOfRole = async (db: Db, roleId: RoleId) =>
  (
    await db
      .select({ id: roleDepartments.deptId })
      .from(roleDepartments)
      .where(eq(roleDepartments.roleId, roleId))
  ).map((found) => found.id)

/** Menus that were added after those of the role were last saved. */
export const menusNewTo = async (db: Db, roleId: RoleId) =>
  (
    await db
      .select({ id: menus.id })
      .from(menus)
      .innerJoin(roles, and(eq(roles.id, roleId), gt(menus.createdAt, roles.menusSavedAt)))
  ).map((found) => found.id)

export const listDepartmentNames = (db: Db) =>
  db
    .select({
      id: departments.id,
      parentId: departments.parentId,
      deptName: departments.deptName,
      status: departments.status,
    })
    .from(departments)
    .orderBy(asc(departments.orderNum), asc(departments.id))

export const countHolders = (db: Db, roleId: RoleId) =>
  db.$count(
    userRoles,
    and(eq(userRoles.roleId, roleId), sql`user_id in (select id from users where deleted_at is null)`),
  )

/** Ids of the users who have one of these roles. */
export const listUserIds = async (db: Db, roleIds: RoleId[]) =>
  (
    await db
      .selectDistinct({ id: userRoles.userId })
      .from(userRoles)
      .where(inArray(userRoles.roleId, roleIds))
  ).map((found) => found.id)
