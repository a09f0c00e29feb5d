import type { DepartmentId, PostId, RoleId, UserId } from '@fleetdeck/contract/ids'
import { userImport } from '@fleetdeck/contract/user-import'
import { checkUsers, type Refusal } from '../../access/changeable-users.ts'
import { scopeFor } from '../../access/data-scope.ts'
import { Reach } from '../../access/reach.ts'
import { type RoleRights, readRoleRights, rolesInView } from '../../access/role-rights.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { namesOf } from '../../platform/http/language.ts'
import * as queries from './user-import.queries.ts'

const { permission } = userImport.start

export interface Known {
  id: UserId
  deptId: DepartmentId | null
  userType: number
  roleIds: RoleId[]
  refusal: Refusal | undefined
}

/** What rows are checked against, read once for all of them. */
export interface ImportContext {
  caller: Caller
  reach: Reach
  /** By full path and by name; a name that several share has all of them. */
  departments: Map<string, { id: DepartmentId; status: number }[]>
  roles: Map<string, RoleRights>
  posts: Map<string, { id: PostId; status: number }>
  /** Users who exist, by lower-case account. */
  users: Map<string, Known>
  /** The users of phone numbers and email addresses. */
  phones: Map<string, UserId>
  emails: Map<string, UserId>
}

export async function readContext(
  { db }: Deps,
  caller: Caller,
  taken: { names: string[]; phones: string[]; emails: string[] },
): Promise<ImportContext> {
  const reach = await Reach.of(db, caller)
  const rights = await readRoleRights(db, rolesInView(caller, scopeFor(caller, permission)))
  const found = await queries.findTaken(db, taken)
  const wanted = new Set(taken.names)
  const named = found.filter((user) => wanted.has(user.userName.toLowerCase()))
  const ids = named.map((user) => user.id)
  const { refusals } = await checkUsers(db, caller, permission, ids)
  const held = await queries.readRoles(db, ids)
  const own = reach.departments(permission)
  return {
    caller,
    reach,
    departments: indexByPath(await queries.listDepartments(db), (id) => own === 'all' || own.has(id)),
    roles: byName(rights, (role) => role.roleName),
    posts: byName(await queries.listPosts(db), (post) => post.postName),
    users: new Map(
      named.map((user) => [
        user.userName.toLowerCase(),
        { ...user, roleIds: held.get(user.id) ?? [], refusal: refusals.get(user.id) },
      ]),
    ),
    phones: new Map(found.map((user) => [user.phone, user.id])),
    emails: new Map(found.map((user) => [user.email.toLowerCase(), user.id])),
  }
}

/** By the name in each language; stored names come first. */
const byName = <Row>(rows: Row[], nameOf: (row: Row) => string): Map<string, Row> =>
  new Map([
    ...rows.flatMap((row) => namesOf(nameOf(row)).map((name) => [name, row] as const)),
    ...rows.map((row) => [nameOf(row), row] as const),
  ])

interface Department {
  id: DepartmentId
  parentId: DepartmentId | null
  deptName: string
  status: number
}

function indexByPath(rows: Department[], isVisible: (id: DepartmentId) => boolean) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const buildPaths = ({ parentId, deptName }: Department): string[] => {
    const parent = parentId === null ? undefined : byId.get(parentId)
    const above = parent && buildPaths(parent)
    return namesOf(deptName).map((name, index) => (above ? `${above[index]}/${name}` : name))
  }
  const places = new Map<string, { id: DepartmentId; status: number }[]>()
  for (const row of rows.filter(({ id }) => isVisible(id)))
    for (const name of new Set([...buildPaths(row), ...namesOf(row.deptName)]))
      places.set(name, [...(places.get(name) ?? []), row])
  return places
}
