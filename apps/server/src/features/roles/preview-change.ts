import { adminRole, DataScope, Status } from '@fleetdeck/contract/enums'
import type { DepartmentId, MenuId, RoleId } from '@fleetdeck/contract/ids'
import type { RolePreview } from '@fleetdeck/contract/role-changes'
import { requireFound } from '../../access/crud-handlers.ts'
import { type DepartmentSet, opensTo } from '../../access/data-scope.ts'
import { listMenus } from '../../access/menu-rows.queries.ts'
import type { Deps } from '../../deps.ts'
import {
  type Change,
  countDevices,
  type DeviceHolder,
  listDeviceHolders,
  type Sight,
  seeingDevices,
} from './device-visibility.queries.ts'
import { listNamedDepartments, listNamedMenus, readRole } from './role-changes.queries.ts'
import { roleDifference } from './role-difference.rules.ts'
import * as queries from './roles.queries.ts'

/** More users are not compared: their devices are counted in one statement. */
const mostCompared = 100

interface Wanted {
  menuIds: MenuId[]
  status: number
  dataScope: number
  deptIds: DepartmentId[]
}

/** The part of a role that decides which devices its users see. */
interface Grant {
  showsDevices: boolean
  dataScope: number
  deptIds: DepartmentId[]
}

function sightOf(holder: DeviceHolder, { showsDevices, dataScope, deptIds }: Grant): Sight {
  if (holder.others.some(({ roleKey }) => roleKey === adminRole)) return 'all'
  const opened = holder.others.map((role) => opensTo(role, holder))
  const own = opensTo({ dataScope }, holder)
  const custom = dataScope === DataScope.custom && opensTo({ dataScope: DataScope.all }, holder) === 'all'
  if (!showsDevices && opened.length === 0) return 'nothing'
  const sets: DepartmentSet[] = opened.filter((each) => typeof each === 'object')
  if (opened.includes('all') || (showsDevices && own === 'all')) return 'all'
  if (showsDevices && typeof own === 'object') sets.push(own)
  if (showsDevices && custom) sets.push(...deptIds.map((department) => ({ department, below: false })))
  return { userId: holder.id, departments: sets }
}

/** The effect of saving a role, and the effect on its users. */
export async function previewChange({ db }: Deps, id: RoleId, wanted: Partial<Wanted>): Promise<RolePreview> {
  const { state } = requireFound(await readRole(db, id))
  const before: Wanted = {
    menuIds: state.menus.map((menu) => menu.id),
    status: state.status,
    dataScope: state.dataScope,
    deptIds: state.departments.map((department) => department.id),
  }
  const after = { ...before, ...wanted }
  const isIn = (ids: readonly number[]) => (row: { id: number }) => ids.includes(row.id)
  const difference = roleDifference(state, {
    ...state,
    status: after.status,
    dataScope: after.dataScope,
    menus: (await listNamedMenus(db)).filter(isIn(after.menuIds)),
    departments: (await listNamedDepartments(db)).filter(isIn(after.deptIds)),
  })

  const showing = (await listMenus(db)).filter((menu) => menu.permission === seeingDevices)
  const grantOf = ({ menuIds, status, ...scope }: Wanted): Grant => ({
    ...scope,
    showsDevices: status === Status.on && showing.some((menu) => menuIds.includes(menu.id)),
  })
  const grants = { before: grantOf(before), after: grantOf(after) }
  const userCount = await queries.countHolders(db, id)
  const sameSight = JSON.stringify(grants.before) === JSON.stringify(grants.after)
  const holders = sameSight ? [] : await listDeviceHolders(db, id, mostCompared)
  const changes = holders.map(
    (holder): Change => ({ before: sightOf(holder, grants.before), after: sightOf(holder, grants.after) }),
  )
  const counts = await countDevices(
    db,
    changes.filter((each) => JSON.stringify(each.before) !== JSON.stringify(each.after)),
  )
  return { ...difference, ...counts, userCount, isExact: sameSight || userCount <= mostCompared }
}
