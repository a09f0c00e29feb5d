import type { DepartmentId, MenuId, RoleChangeId, RoleId } from '@fleetdeck/contract/ids'
import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { departments } from '../../platform/db/schema/departments.ts'
import { menus, roleMenus } from '../../platform/db/schema/menus.ts'
import { type RoleState, roleChanges, roleDepartments, roles } from '../../platform/db/schema/roles.ts'

type NewChange = Omit<typeof roleChanges.$inferInsert, 'id' | 'createdAt'>
export type StoredChange = typeof roleChanges.$inferSelect

/** All menus as a change names them, in the order of the menu. */
export async function listNamedMenus(db: Db): Promise<RoleState['menus']> {
  const rows = await db
    .select({
      id: menus.id,
      parentId: menus.parentId,
      label: menus.menuName,
      menuType: menus.menuType,
      path: menus.path,
      permission: menus.permission,
    })
    .from(menus)
    .orderBy(asc(menus.orderNum), asc(menus.id))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const pathOf = (id: MenuId | null): string => {
    const row = id === null ? undefined : byId.get(id)
    return row?.path ? `${pathOf(row.parentId)}/${row.path.replace(/^\/+/, '')}` : ''
  }
  return rows.map(({ parentId: _, ...row }) => ({ ...row, path: pathOf(row.id) }))
}

export const listNamedDepartments = (db: Db): Promise<RoleState['departments']> =>
  db
    .select({ id: departments.id, label: departments.deptName })
    .from(departments)
    .orderBy(asc(departments.orderNum), asc(departments.id))

const idsOf = async <Id>(rows: PromiseLike<{ id: Id }[]>) => new Set((await rows).map((row) => row.id))

export interface ReadRole {
  revision: number
  ownerId: StoredChange['ownerId']
  state: RoleState
}

/** The role as its history stores it. */
export async function readRole(db: Db, roleId: RoleId): Promise<ReadRole | undefined> {
  const [found] = await db
    .select({
      revision: roles.revision,
      ownerId: roles.ownerId,
      fields: {
        roleName: roles.roleName,
        roleKey: roles.roleKey,
        roleSort: roles.roleSort,
        status: roles.status,
        dataScope: roles.dataScope,
        secondFactor: roles.secondFactor,
        remark: roles.remark,
      },
    })
    .from(roles)
    .where(eq(roles.id, roleId))
  if (!found) return undefined
  const menuIds = await idsOf<MenuId>(
    db.select({ id: roleMenus.menuId }).from(roleMenus).where(eq(roleMenus.roleId, roleId)),
  )
  const deptIds = await idsOf<DepartmentId>(
    db.select({ id: roleDepartments.deptId }).from(roleDepartments).where(eq(roleDepartments.roleId, roleId)),
  )
  const { fields, ...rest } = found
  const state = {
    ...fields,
    menus: (await listNamedMenus(db)).filter(({ id }) => menuIds.has(id)),
    departments: (await listNamedDepartments(db)).filter(({ id }) => deptIds.has(id)),
  }
  return { ...rest, state }
}

export const insertChange = (db: Db, change: NewChange) => db.insert(roleChanges).values(change)

const inView = (scope: Scope) => ownedWithin(scope, roleChanges.ownerId)

interface Filter {
  roleId: RoleId
  since: number
  pageNum: number
  pageSize: number
}

export async function listChanges(db: Db, scope: Scope, { roleId, since, ...page }: Filter) {
  const where = and(eq(roleChanges.roleId, roleId), gt(roleChanges.revision, since), inView(scope))
  const { limit, offset } = toLimit(page)
  const list = await db
    .select()
    .from(roleChanges)
    .where(where)
    .orderBy(desc(roleChanges.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(roleChanges, where) }
}

export const findChange = async (db: Db, scope: Scope, id: RoleChangeId): Promise<StoredChange | undefined> =>
  (
    await db
      .select()
      .from(roleChanges)
      .where(and(eq(roleChanges.id, id), inView(scope)))
  )[0]

/** Removes some of the older changes, never the newest one of a role that exists. Returns how many. */
export async function pruneChanges(db: Db, before: Date, rows: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from role_changes where id in (
      select id from role_changes c where created_at < ${before.toISOString()}::timestamptz and (
        exists (select from role_changes newer where newer.role_id = c.role_id and newer.id > c.id)
        or not exists (select from roles where roles.id = c.role_id))
      order by id limit ${rows})`)
  return rowCount ?? 0
}

/** The account that removed one of these roles, if they existed for the caller. */
export async function findRemover(db: Db, scope: Scope, ids: RoleId[]): Promise<string | undefined> {
  const [found] = await db
    .select({ userName: roleChanges.userName })
    .from(roleChanges)
    .where(and(inArray(roleChanges.roleId, ids), eq(roleChanges.kind, sql`'remove'`), inView(scope)))
    .limit(1)
  return found?.userName
}
