import { DataScope, Status } from '@fleetdeck/contract/enums'
import type { DepartmentId, MenuId, RoleId } from '@fleetdeck/contract/ids'
import { type MenuNode, type Role, roles } from '@fleetdeck/contract/roles'
import type { SecondFactor } from '@fleetdeck/contract/second-factor'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { placesOf } from '../../components/menu-grants/grant-ticks.ts'
import { seededName } from '../../ground/language.ts'

/** The fields of the form. */
export interface RoleFields {
  roleName: string
  roleKey: string
  roleSort: number
  status: Status
  secondFactor: SecondFactor
  remark: string
}
/** The props that the form is opened with. */
export interface RoleStart {
  /** Undefined for a role that is added. */
  role?: Role
  /** The name of the role that a new one begins with. */
  copyOf?: string
  fields: Pick<Role, keyof RoleFields>
  menuList: MenuNode[]
  menuIds: MenuId[]
  newMenus: MenuId[]
  dataScope: DataScope
  deptIds: DepartmentId[]
  isLinked: boolean
}

async function loadNew(): Promise<RoleStart> {
  const { menuList } = await call(roles.form)
  const fields = { roleName: '', roleKey: '', roleSort: 0, status: Status.on, secondFactor: 0, remark: '' }
  return {
    fields,
    menuList,
    menuIds: [],
    newMenus: [],
    dataScope: DataScope.self,
    deptIds: [],
    isLinked: true,
  }
}

const readRole = async (roleId: RoleId): Promise<RoleStart> => {
  const { role, checkedRules, ...rest } = await call(roles.one, { query: { roleId } })
  const fields = { ...role, roleName: seededName(role.roleName) }
  const start = { fields, menuIds: checkedRules, dataScope: role.dataScope as DataScope }
  return { role, ...start, isLinked: role.menuCheckStrictly, ...rest }
}

/** The grants and the scope of another role under a new name. */
async function loadCopy(of: RoleId): Promise<RoleStart> {
  const { role, ...start } = await readRole(of)
  const places = placesOf(start.menuList)
  return {
    ...start,
    fields: { ...start.fields, roleName: '', roleKey: '' },
    // The caller cannot grant what the tree does not show.
    menuIds: start.menuIds.filter((id) => places.has(id)),
    newMenus: [],
    copyOf: role?.roleName ?? '',
  }
}

/** The initial role of the editor: that of a role, of a copy, or of a new one. */
export const roleStartQuery = (roleId: RoleId | undefined, copyOf?: RoleId) =>
  queryOptions({
    queryKey: [roles.one.path, roleId, copyOf],
    queryFn: () => {
      if (roleId !== undefined) return readRole(roleId)
      return copyOf === undefined ? loadNew() : loadCopy(copyOf)
    },
    gcTime: 0,
    meta: { silent: true },
  })
