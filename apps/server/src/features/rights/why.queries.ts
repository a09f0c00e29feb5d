import type { DepartmentId, MenuId, RoleId, UserId } from '@fleetdeck/contract/ids'
import type { LinkedQuery } from '@fleetdeck/contract/linked-rows'
import type { RowKind } from '@fleetdeck/contract/rights'
import { and, asc, eq, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type DepartmentSet, departmentsWithin, type Scope, usersWithin } from '../../access/data-scope.ts'
import { readRoleRightsByIds } from '../../access/role-rights.ts'
import type { Viewer } from '../../domain/scripts/script-sharing.queries.ts'
import { containing, toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { departments } from '../../platform/db/schema/departments.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { menus, roleMenus } from '../../platform/db/schema/menus.ts'
import { roles, userRoles } from '../../platform/db/schema/roles.ts'
import { users } from '../../platform/db/schema/users.ts'
import { rowKindTable } from './row-kinds.queries.ts'

/** More names of departments are only counted. */
const mostNames = 20

export async function findUser(db: Db, id: UserId, scope: Scope = 'all') {
  const [found] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt), usersWithin(scope, users)))
  return found
}

/** Those of these users that are within the scope. */
export async function visibleUsers(db: Db, scope: Scope, ids: UserId[]): Promise<ReadonlySet<UserId>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), usersWithin(scope, users)))
  return new Set(rows.map(({ id }) => id))
}

/** All roles of a user, disabled ones too. */
export async function rolesOfUser(db: Db, userId: UserId) {
  const rows = await db.select({ id: userRoles.roleId }).from(userRoles).where(eq(userRoles.userId, userId))
  return readRoleRightsByIds(
    db,
    rows.map(({ id }) => id),
  )
}

export async function rolesAmong(
  db: Db,
  ids: RoleId[],
  inView: SQL | undefined,
): Promise<ReadonlySet<RoleId>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: roles.id })
    .from(roles)
    .where(and(inArray(roles.id, ids), inView))
  return new Set(rows.map(({ id }) => id))
}

/** The menus that these roles were given and that carry a permission, or are this page, with their state. */
export const givenMenus = (db: Db, ids: RoleId[], asked: { permission: string } | { menuId: MenuId }) =>
  db
    .select({ roleId: roleMenus.roleId, status: menus.status })
    .from(roleMenus)
    .innerJoin(menus, eq(menus.id, roleMenus.menuId))
    .where(
      and(
        inArray(roleMenus.roleId, ids),
        'menuId' in asked ? eq(menus.id, asked.menuId) : eq(menus.permission, asked.permission),
      ),
    )

/** Permissions of menu rows. */
export async function listMenuPermissions(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ permission: menus.permission })
    .from(menus)
    .where(sql`${menus.permission} <> ''`)
  return rows.map(({ permission }) => permission)
}

/** Departments that the reader of an explanation sees: all, or those of the scopes, and one more. */
export type NamedDepartments = 'all' | { scopes: Scope[]; own: DepartmentId | null }

const isNamed = (named: NamedDepartments): SQL => {
  if (named === 'all' || named.scopes.includes('all')) return sql`true`
  const own = named.own === null ? undefined : eq(departments.id, named.own)
  return or(own, ...named.scopes.map((scope) => departmentsWithin(scope, departments.id))) ?? sql`false`
}

/** The departments of a set: their number, and the first of those that the reader sees. */
export async function openedDepartments(
  db: Db,
  { userId, set, named }: { userId: UserId; set: DepartmentSet; named: NamedDepartments },
) {
  const opened = departmentsWithin({ userId, departments: [set] }, departments.id)
  const rows = await db
    .select({ name: departments.deptName })
    .from(departments)
    .where(and(opened, isNamed(named)))
    .orderBy(asc(departments.orderNum), asc(departments.id))
    .limit(mostNames)
  return { names: rows.map(({ name }) => name), count: await db.$count(departments, opened) }
}

/** Whether a scope has a row. */
export async function isRowWithin(db: Db, kind: RowKind, id: number, scope: Scope): Promise<boolean> {
  const { table, id: column, visible } = rowKindTable[kind]
  return (await db.$count(table, and(eq(column, id), visible(scope)))) > 0
}

/** Whether the first permission of a kind shows the row to the user. */
export async function isRowShown(db: Db, kind: RowKind, id: number, viewer: Viewer): Promise<boolean> {
  const { table, id: column } = rowKindTable[kind]
  return (await db.$count(table, and(eq(column, id), shownTo(kind, viewer)))) > 0
}

const shownTo = (kind: RowKind, viewer: Viewer) => {
  const { visible, withShared } = rowKindTable[kind]
  return withShared ? withShared(viewer) : visible(viewer.scope)
}

type RowKey = { kind: RowKind } & ({ id: number } | { deviceNo: string })

/** A row that is shown to somebody, with its owner. */
export async function findRow(db: Db, key: RowKey, viewer: Viewer, named: NamedDepartments) {
  const { table, id, label, owner, exists } = rowKindTable[key.kind]
  const is = 'id' in key ? eq(id, key.id) : eq(devices.deviceNo, key.deviceNo)
  const [row] = await db
    .select({ id: sql<number>`${id}`, name: sql<string>`${label}`, ownerId: sql<UserId | null>`${owner}` })
    .from(table)
    .where(and(is, exists, shownTo(key.kind, viewer)))
  if (!row) return undefined
  const [found] = row.ownerId
    ? await db
        .select({
          id: users.id,
          userName: users.userName,
          nickName: users.nickName,
          deptName: sql<string | null>`case when ${isNamed(named)} then ${departments.deptName} end`,
        })
        .from(users)
        .leftJoin(departments, eq(departments.id, users.deptId))
        .where(eq(users.id, row.ownerId))
    : []
  return { ...row, owner: found }
}

/** Rows of a kind that are shown to somebody, by name and owner. */
export async function listRows(db: Db, viewer: Viewer, { kind, ...query }: LinkedQuery & { kind: RowKind }) {
  const { table, id, label, owner, exists } = rowKindTable[kind]
  const where = and(
    exists,
    shownTo(kind, viewer),
    query.id === undefined ? undefined : eq(id, query.id),
    query.search ? ilike(sql`${label}`, containing(query.search)) : undefined,
  )
  const { limit, offset } = toLimit(query)
  const rows = await db
    .select({ id: sql<number>`${id}`, name: sql<string>`${label}`, ownerId: sql<UserId | null>`${owner}` })
    .from(table)
    .where(where)
    .orderBy(asc(sql`${label}`), asc(id))
    .limit(limit)
    .offset(offset)
  const names = await namesOf(db, [...new Set(rows.flatMap(({ ownerId }) => ownerId ?? []))])
  const list = rows.map(({ ownerId, ...row }) => ({ ...row, ownerName: ownerId && names.get(ownerId) }))
  return { list, total: await db.$count(table, where) }
}

async function namesOf(db: Db, ids: UserId[]): Promise<ReadonlyMap<UserId, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: users.id, userName: users.userName })
    .from(users)
    .where(inArray(users.id, ids))
  return new Map(rows.map(({ id, userName }) => [id, userName]))
}
