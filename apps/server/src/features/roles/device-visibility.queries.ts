import { devices as deviceCalls } from '@fleetdeck/contract/devices'
import { Status } from '@fleetdeck/contract/enums'
import type { DepartmentId, RoleId, UserId } from '@fleetdeck/contract/ids'
import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Scope } from '../../access/data-scope.ts'
import { isPermissionInPlans } from '../../access/plan-features.queries.ts'
import { deviceWithin } from '../../domain/devices/device-scope.queries.ts'
import type { Db } from '../../platform/db/db.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { userRoles } from '../../platform/db/schema/roles.ts'
import { users } from '../../platform/db/schema/users.ts'

/** With it, a user sees the devices of the scope. */
export const seeingDevices = deviceCalls.list.permission

export interface DeviceHolder {
  id: UserId
  deptId: DepartmentId | null
  userType: number
  /** Their other enabled roles that show devices. */
  others: { roleId: RoleId; dataScope: number; roleKey: string }[]
}

/** Users of a role, with their other sources of visible devices. */
export const listDeviceHolders = (db: Db, roleId: RoleId, limit: number): Promise<DeviceHolder[]> =>
  db
    .select({
      id: users.id,
      deptId: users.deptId,
      userType: users.userType,
      others: sql<DeviceHolder['others']>`coalesce((
        select json_agg(json_build_object('roleId', r.id, 'dataScope', r.data_scope, 'roleKey', r.role_key))
        from user_roles held join roles r on r.id = held.role_id
        where held.user_id = users.id and r.id <> ${roleId} and r.status = ${Status.on}
          and (r.role_key = 'admin' or exists (select from role_menus granted join menus on menus.id = granted.menu_id
            where granted.role_id = r.id and menus.status = ${Status.on} and menus.permission = ${seeingDevices}))
      ), '[]')`,
    })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(and(eq(userRoles.roleId, roleId), isNull(users.deletedAt), isPermissionInPlans(seeingDevices)))
    .orderBy(asc(users.id))
    .limit(limit)

/** The devices that a user sees: none without the permission. */
export type Sight = Scope | 'nothing'
export interface Change {
  before: Sight
  after: Sight
}

const seen = (sight: Sight): SQL =>
  sight === 'nothing' ? sql`false` : sql`(${deviceWithin(sight) ?? sql`true`}) is true`

/** Numbered devices that at least one of the users stops to see, and that at least one starts to see. */
export async function countDevices(db: Db, changes: readonly Change[]) {
  const count = (from: keyof Change, to: keyof Change) =>
    db.$count(
      devices,
      and(
        isNotNull(devices.deviceNo),
        or(sql`false`, ...changes.map((each) => sql`(${seen(each[from])} and not ${seen(each[to])})`)),
      ),
    )
  if (changes.length === 0) return { hiddenDevices: 0, shownDevices: 0 }
  return { hiddenDevices: await count('before', 'after'), shownDevices: await count('after', 'before') }
}
