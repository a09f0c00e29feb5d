import type { DataScope } from '@fleetdeck/contract/enums'
import type { DepartmentId, RoleId, UserId } from '@fleetdeck/contract/ids'
import { eq, inArray } from 'drizzle-orm'
import { insertedRow } from '../../../../apps/server/src/platform/db/inserted-row.ts'
import { departments } from '../../../../apps/server/src/platform/db/schema/departments.ts'
import { menus, roleMenus } from '../../../../apps/server/src/platform/db/schema/menus.ts'
import { roleDepartments, roles, userRoles } from '../../../../apps/server/src/platform/db/schema/roles.ts'
import type { users } from '../../../../apps/server/src/platform/db/schema/users.ts'
import { addUser, type TestSite } from './test-site.ts'

export async function addDepartment(site: TestSite, deptName: string, parentId: DepartmentId | null = null) {
  const rows = await site.deps.db.insert(departments).values({ deptName, parentId }).returning()
  return insertedRow(rows).id
}

export interface NewRole {
  roleKey: string
  permissions: string[]
  dataScope: DataScope
  deptIds?: DepartmentId[]
  ownerId?: UserId
}

/** A role with the menus that carry these permissions. */
export async function addRole(site: TestSite, { permissions, deptIds = [], ...role }: NewRole) {
  const { db } = site.deps
  const { id: roleId } = insertedRow(
    await db
      .insert(roles)
      .values({ roleName: role.roleKey, ...role })
      .returning(),
  )
  const found = await db.select({ id: menus.id }).from(menus).where(inArray(menus.permission, permissions))
  if (found.length < permissions.length) throw new Error('A permission has no menu row')
  if (found.length) await db.insert(roleMenus).values(found.map(({ id }) => ({ roleId, menuId: id })))
  if (deptIds.length) await db.insert(roleDepartments).values(deptIds.map((deptId) => ({ roleId, deptId })))
  return roleId
}

export async function giveRole(site: TestSite, userId: UserId, roleId: RoleId) {
  await site.deps.db.insert(userRoles).values({ userId, roleId })
  site.deps.sessions.forget()
}

type Person = Partial<typeof users.$inferInsert> & { userName: string }
/** A signed-in user with a separate role. */
export async function addHolder(site: TestSite, person: Person, role: Omit<NewRole, 'roleKey'>) {
  const user = await addUser(site, person)
  const roleId = await addRole(site, { ...role, roleKey: `role-of-${person.userName}` })
  await giveRole(site, user.id, roleId)
  return { ...user, roleId }
}

export async function findMenuIds(site: TestSite, permissions: string[]) {
  const rows = await site.deps.db
    .select({ id: menus.id })
    .from(menus)
    .where(inArray(menus.permission, permissions))
  return rows.map(({ id }) => id)
}

export async function findMenuId(site: TestSite, permission: string) {
  const [id] = await findMenuIds(site, [permission])
  if (id === undefined) throw new Error(`no menu row with ${permission}`)
  return id
}

export async function findRoleId(site: TestSite, roleKey: string) {
  const [row] = await site.deps.db.select({ id: roles.id }).from(roles).where(eq(roles.roleKey, roleKey))
  if (row === undefined) throw new Error(`no role ${roleKey}`)
  return row.id
}
