import type { DepartmentId, PostId, RoleId, UserId } from '@fleetdeck/contract/ids'
import { userImport } from '@fleetdeck/contract/user-import'
import { languages } from '@fleetdeck/i18n/languages'
import { checkUsers, type Refusal } from '../../access/changeable-users.ts'
import { scopeFor } from '../../access/data-scope.ts'
import {
  departmentPaths,
  listDepartments,
  type NamedDepartment,
} from '../../access/department-paths.queries.ts'
import { Reach } from '../../access/reach.ts'
import {
  type RoleRights,
  readRoleRights,
  readRoleRightsByIds,
  rolesInView,
} from '../../access/role-rights.ts'
import type { Deps } from '../../deps.ts'
import { type LimitsAbove, readLimitsAbove } from '../../domain/devices/limits-above.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { nameIn, namesOf } from '../../platform/http/language.ts'
import * as queries from './user-import.queries.ts'

const { permission } = userImport.start

type Taken = Awaited<ReturnType<typeof queries.findTaken>>[number]
export interface Known extends Taken {
  roles: RoleRights[]
  roleIds: RoleId[]
  postIds: PostId[]
  /** Full path and name of the department, in each language. */
  deptNames: string[]
  refusal: Refusal | undefined
}

/** The data that rows are checked against, read once for all of them. */
export interface ImportContext {
  caller: Caller
  /** The site's. */
  timeZone: string
  reach: Reach
  /** By the user above: the limits of those below. Of new users, the caller is above. */
  limits: Map<UserId | null, LimitsAbove>
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
  { db, parameters }: Deps,
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
  const held = { roles: await queries.readRoles(db, ids), posts: await queries.readPosts(db, ids) }
  const heldRights = await readRoleRightsByIds(db, [...new Set([...held.roles.values()].flat())])
  const own = reach.departments(permission)
  const departments = await listDepartments(db)
  const paths = pathsInLanguages(departments)
  const knownUser = (user: Taken): Known => {
    const roleIds = held.roles.get(user.id) ?? []
    const own = departments.find(({ id }) => id === user.deptId)
    return {
      ...user,
      roles: heldRights.filter(({ id }) => roleIds.includes(id)),
      roleIds,
      postIds: held.posts.get(user.id) ?? [],
      deptNames: own ? namesOfDepartment(paths, own) : [],
      refusal: refusals.get(user.id),
    }
  }
  return {
    caller,
    timeZone: parameters.get('sys.timeZone'),
    reach,
    limits: await readLimitsAbove(db, [caller.userId, ...named.map(({ parentId }) => parentId)]),
    departments: indexByPath(departments, paths, (id) => own === 'all' || own.has(id)),
    roles: byName(rights, (role) => role.roleName),
    posts: byName(await queries.listPosts(db), (post) => post.postName),
    users: new Map(named.map((user) => [user.userName.toLowerCase(), knownUser(user)])),
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

function indexByPath(
  rows: NamedDepartment[],
  paths: Map<DepartmentId, string[]>,
  isVisible: (id: DepartmentId) => boolean,
) {
  const places = new Map<string, { id: DepartmentId; status: number }[]>()
  for (const row of rows.filter(({ id }) => isVisible(id)))
    for (const name of namesOfDepartment(paths, row)) places.set(name, [...(places.get(name) ?? []), row])
  return places
}

/** The path of each department in each language. */
function pathsInLanguages(rows: NamedDepartment[]): Map<DepartmentId, string[]> {
  const each = languages.map((language) => departmentPaths(rows, (deptName) => nameIn(language, deptName)))
  return new Map(rows.map(({ id }) => [id, each.map((paths) => paths.get(id) ?? '')]))
}

const namesOfDepartment = (paths: Map<DepartmentId, string[]>, { id, deptName }: NamedDepartment) => [
  ...new Set([...(paths.get(id) ?? []), ...namesOf(deptName)]),
]
