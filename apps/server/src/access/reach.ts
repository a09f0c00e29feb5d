import { adminRole, DataScope } from '@fleetdeck/contract/enums'
import type { DepartmentId, RoleId, UserId } from '@fleetdeck/contract/ids'
import { inArray } from 'drizzle-orm'
import { type Caller, may, mayOpen } from '../platform/core/caller.ts'
import type { Db } from '../platform/db/db.ts'
import { departments } from '../platform/db/schema/departments.ts'
import { roleDepartments } from '../platform/db/schema/roles.ts'
import { type DepartmentSet, opensTo, scopeFor, userAndSubordinates } from './data-scope.ts'
import { type Features, readFeatures } from './plan-features.queries.ts'
import type { RoleRights } from './role-rights.ts'

export interface Holder {
  deptId: DepartmentId | null
  userType: number
}
/** Somebody who gets a role, or has one. */
export interface PlacedHolder extends Holder {
  parentId: UserId | null
}
type Rights = Pick<RoleRights, 'permissions' | 'openPages' | 'dataScope' | 'deptIds'> & { roleKey?: string }
/** The part of a role that exceeds the caller's own rights. */
export type Excess = 'permission' | 'scope'

/** The extent of a caller's own rights: a caller can give no more than that. */
export class Reach {
  readonly caller: Caller
  readonly #below: ReadonlyMap<DepartmentId, ReadonlySet<DepartmentId>>
  readonly #custom: ReadonlyMap<RoleId, readonly DepartmentId[]>
  readonly #known = new Map<string, 'all' | ReadonlySet<DepartmentId>>()
  readonly #plans: Plans | undefined
  /** The rows that a role shows depend only on the department, the kind of user, and whether the caller is above. */
  readonly #judged = new Map<string, Excess | undefined>()

  private constructor(
    caller: Caller,
    below: ReadonlyMap<DepartmentId, ReadonlySet<DepartmentId>>,
    custom: ReadonlyMap<RoleId, readonly DepartmentId[]>,
    plans: Plans | undefined,
  ) {
    this.#plans = plans
    this.caller = caller
    this.#below = below
    this.#custom = custom
  }

  static async of(db: Db, caller: Caller): Promise<Reach> {
    if (caller.isAdmin) return new Reach(caller, new Map(), new Map(), undefined)
    const rows = await db.select({ id: departments.id, parentId: departments.parentId }).from(departments)
    const custom = await customDepartments(db, caller)
    return new Reach(caller, descendants(rows), custom, await readPlans(db, caller))
  }

  /** Departments whose users' rows the caller sees with a permission. */
  departments(permission: string): 'all' | ReadonlySet<DepartmentId> {
    if (this.caller.isAdmin) return 'all'
    let known = this.#known.get(permission)
    if (!known) {
      known = this.#computeDepartments(permission)
      this.#known.set(permission, known)
    }
    return known
  }

  hasDepartment(permission: string, deptId: DepartmentId): boolean {
    const set = this.departments(permission)
    return set === 'all' || set.has(deptId)
  }

  /**
   * The permissions that a role would give to one user that the caller does not have. Cached for the next user of the
   * same kind.
   */
  excessFor(role: Rights & { id: RoleId }, { deptId, userType, parentId }: PlacedHolder): Excess | undefined {
    const isBelow = parentId !== null && this.#plans?.below.has(parentId) === true
    const key = `${role.id} ${deptId} ${userType} ${isBelow}`
    if (!this.#judged.has(key))
      this.#judged.set(key, this.excess(isBelow ? this.withinPlans(role) : role, [{ deptId, userType }]))
    return this.#judged.get(key)
  }

  /** The part of these rights that remains for users below the caller: the caller's plans apply to them, too. */
  withinPlans<R extends Rights>(rights: R): R {
    if (!this.#plans) return rights
    const { permissions, openPages } = this.#plans.features
    return {
      ...rights,
      permissions: rights.permissions.filter((permission) => permissions.has(permission)),
      openPages: rights.openPages.filter((page) => openPages.has(page)),
    }
  }

  /** The permissions that these rights would give to users of the role that the caller does not have. */
  excess(rights: Rights, holders: readonly Holder[]): Excess | undefined {
    if (this.caller.isAdmin) return undefined
    if (rights.roleKey === adminRole) return 'permission'
    if (!rights.permissions.every((permission) => may(this.caller, permission))) return 'permission'
    if (!rights.openPages.every((page) => mayOpen(this.caller, page))) return 'permission'
    const wide = rights.permissions.some((permission) => this.#isWider(permission, rights, holders))
    return wide ? 'scope' : undefined
  }

  #isWider(permission: string, { dataScope, deptIds }: Rights, holders: readonly Holder[]): boolean {
    const own = this.departments(permission)
    if (own === 'all' || dataScope === DataScope.self) return false
    if (dataScope === DataScope.all) return true
    if (dataScope === DataScope.custom) return !deptIds.every((id) => own.has(id))
    return holders.some((holder) => {
      const opened = opensTo({ dataScope }, holder)
      return typeof opened === 'object' && this.#departmentIds(opened).some((id) => !own.has(id))
    })
  }

  #computeDepartments(permission: string): 'all' | ReadonlySet<DepartmentId> {
    const scope = scopeFor(this.caller, permission)
    return scope === 'all' ? scope : new Set(scope.departments.flatMap((set) => this.#departmentIds(set)))
  }

  /** The departments of a set, as `departmentsWithin()` finds them in the database. */
  #departmentIds(set: DepartmentSet): readonly DepartmentId[] {
    if ('ofRole' in set) return this.#custom.get(set.ofRole) ?? []
    return set.below ? [...(this.#below.get(set.department) ?? [set.department])] : [set.department]
  }
}

/** The features that the plans up the caller's line include, and the caller with all users below. */
interface Plans {
  features: Features
  below: ReadonlySet<UserId>
}

async function readPlans(db: Db, { userId }: Caller): Promise<Plans | undefined> {
  const features = await readFeatures(db, userId)
  if (!features) return undefined
  const { rows } = await db.execute<{ id: UserId }>(userAndSubordinates(userId))
  return { features, below: new Set(rows.map(({ id }) => id)) }
}

function descendants(rows: readonly { id: DepartmentId; parentId: DepartmentId | null }[]) {
  const parents = new Map(rows.map((row) => [row.id, row.parentId]))
  const below = new Map<DepartmentId, Set<DepartmentId>>(rows.map((row) => [row.id, new Set([row.id])]))
  for (const { id } of rows) {
    let parent = parents.get(id)
    while (parent) {
      below.get(parent)?.add(id)
      parent = parents.get(parent)
    }
  }
  return below
}

async function customDepartments(db: Db, caller: Caller) {
  const roleIds = caller.grants.flatMap((grant) => grant.roleId ?? [])
  const custom = new Map<RoleId, DepartmentId[]>()
  if (roleIds.length === 0) return custom
  const rows = await db.select().from(roleDepartments).where(inArray(roleDepartments.roleId, roleIds))
  for (const { roleId, deptId } of rows) custom.set(roleId, [...(custom.get(roleId) ?? []), deptId])
  return custom
}
