import { z } from 'zod'
import { editCall, exportCall, pageCall, removeCall } from './calls.ts'
import { withAlias, withId } from './crud.ts'
import { DepartmentNode } from './departments.ts'
import { done, idParam, idsOf, pageQuery, status, statusParam, time } from './endpoint.ts'
import { DataScope, OperationType } from './enums.ts'
import { DepartmentId, MenuId, RoleId, UserId } from './ids.ts'
import { roleKeyPattern } from './role-keys.ts'
import { secondFactor } from './second-factor.ts'

export const dataScope = z.union(
  [z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)],
  'role.scopeRequired',
)

export const Role = z.object({
  id: RoleId,
  roleName: z.string(),
  roleKey: z.string(),
  roleSort: z.number(),
  /** 0 enabled, 1 disabled. */
  status: z.number(),
  /** 1 all, 2 custom, 3 department, 4 department and below, 5 self. */
  dataScope: z.number(),
  builtIn: z.boolean(),
  menuCheckStrictly: z.boolean(),
  deptCheckStrictly: z.boolean(),
  /** 0 its users may have a second factor, 1 they must. */
  secondFactor: z.number(),
  remark: z.string(),
  /** The number of users who have it. */
  userCount: z.number(),
  /** Grows with every change. */
  revision: z.number(),
  createdAt: time,
})
export type Role = z.output<typeof Role>

/** A role as an option in forms. */
export const RoleOption = z.object({
  id: RoleId,
  roleName: z.string(),
  roleKey: z.string(),
  status: z.number(),
  /** Whether the caller may give it to others. */
  grantable: z.boolean(),
})
export type RoleOption = z.output<typeof RoleOption>

export interface MenuNode {
  id: MenuId
  label: string
  /** 0 directory, 1 menu, 2 button. */
  menuType: number
  icon: string
  permission: string
  /** Full route path: key of the label. */
  path: string
  children: MenuNode[]
}
export const MenuNode: z.ZodType<MenuNode> = z.object({
  id: MenuId,
  label: z.string(),
  menuType: z.number(),
  icon: z.string(),
  permission: z.string(),
  path: z.string(),
  get children() {
    return z.array(MenuNode)
  },
})

const menuIds = z.array(MenuId).max(10_000)
const deptIds = z.array(DepartmentId).max(10_000)

export const RoleDraft = z.strictObject({
  roleName: z.string().trim().min(1, 'role.nameRequired').max(30, 'role.nameLength'),
  roleKey: z.string().trim().min(1, 'role.keyRequired').max(100).regex(roleKeyPattern, 'role.keyFormat'),
  roleSort: z.int('role.sortRequired').min(0, 'role.sortRequired').max(1_000_000),
  status: status.default(0),
  secondFactor: secondFactor.default(0),
  remark: z.string().trim().max(500).default(''),
  /** Exactly the granted nodes of the menu tree. */
  menuIds: menuIds.default([]),
  /** Whether a click on a node also ticks its descendants; it does not change what is stored. */
  menuCheckStrictly: z.boolean().default(true),
})

/** The size of a data scope. */
export const ScopeCount = z.object({ userCount: z.number(), deviceCount: z.number() })
export type ScopeCount = z.output<typeof ScopeCount>

export const RoleQuery = pageQuery(
  {
    roleName: z.string().max(30).optional(),
    roleKey: z.string().max(100).optional(),
    status: statusParam.optional(),
    beginTime: z.iso.date('error.invalidTime').optional(),
    endTime: z.iso.date('error.invalidTime').optional(),
  },
  ['id', 'roleName', 'roleKey', 'roleSort', 'status', 'createdAt', 'userCount'],
)
export type RoleQuery = z.output<typeof RoleQuery>

/** A user on the page that gives a role to users. */
export const RoleUser = z.object({
  id: UserId,
  userName: z.string(),
  nickName: z.string(),
  phone: z.string(),
  email: z.string(),
  status: z.number(),
  deptName: z.string().nullable(),
  createdAt: time,
})
export type RoleUser = z.output<typeof RoleUser>

/** The revision that the change is based on: refused with `changedMeanwhileCode` if there is a newer one. */
export const revision = z.int().positive().optional()

const at = '/system/auth'
const roleAndUsers = z.strictObject({ roleId: RoleId, userIds: idsOf<UserId>() })

export const roles = {
  list: pageCall(`${at}/roleList`, { row: Role, query: RoleQuery }),
  /** Data of the add form: the menus that the caller may give. */
  form: {
    method: 'GET',
    path: `${at}/addRole`,
    permission: 'system/auth/addRole',
    data: z.object({ menuList: z.array(MenuNode) }),
  },
  add: {
    method: 'POST',
    path: `${at}/addRole`,
    permission: 'system/auth/addRole',
    body: RoleDraft.extend({
      dataScope: dataScope.default(DataScope.self),
      deptIds: deptIds.default([]),
      deptCheckStrictly: z.boolean().default(true),
    }),
    data: z.object({ id: RoleId }),
    log: OperationType.add,
    proof: true,
  },
  one: {
    method: 'GET',
    path: `${at}/editRole/`,
    permission: 'system/auth/editRole',
    query: withAlias('id', 'roleId', z.strictObject({ roleId: idParam.brand<'RoleId'>() })),
    data: z.object({
      role: Role,
      menuList: z.array(MenuNode),
      /** As they are stored, including those that the tree does not show. */
      checkedRules: z.array(MenuId),
      /** Of the custom data scope. */
      deptIds: z.array(DepartmentId),
      /** Nodes that were added after the role was last saved, such as by an upgrade. */
      newMenus: z.array(MenuId),
    }),
  },
  edit: {
    ...editCall(`${at}/editRole`, withAlias('roleId', 'id', withId(RoleDraft.extend({ revision }), RoleId))),
    proof: true,
  },
  setStatus: {
    ...editCall(`${at}/statusSetRole`, z.strictObject({ roleId: RoleId, status })),
    proof: true,
  },
  setDataScope: {
    method: 'PUT',
    path: `${at}/roleDataScope`,
    permission: 'system/auth/roleDataScope',
    body: z.strictObject({
      roleId: RoleId,
      dataScope,
      /** Only for the custom scope. */
      deptIds: deptIds.default([]),
      deptCheckStrictly: z.boolean().default(true),
      revision,
    }),
    data: done,
    log: OperationType.grant,
    proof: true,
  },
  departments: {
    method: 'GET',
    path: `${at}/roleDeptTreeSelect`,
    permission: 'system/auth/roleDataScope',
    query: z.strictObject({ roleId: idParam.brand<'RoleId'>() }),
    data: z.object({
      depts: z.array(DepartmentNode),
      checkedKeys: z.array(DepartmentId),
      /** Users of each of these departments, and the devices that they own; empty departments are missing. */
      counts: z.array(ScopeCount.extend({ deptId: DepartmentId })),
      /** The same for the whole site; null when the caller sees only some departments. */
      all: ScopeCount.nullable(),
    }),
  },
  remove: removeCall(`${at}/deleteRole`, { row: Role }),
  export: exportCall('/system/role/export', { query: RoleQuery, permission: 'system/auth/exportRole' }),
} as const

/** The page that gives one role to users and removes it. */
export const roleUsers = {
  list: pageCall(`${at}/roleUserList`, {
    row: RoleUser,
    query: pageQuery(
      {
        roleId: idParam.brand<'RoleId'>(),
        /** '1' users with the role, '0' users without. */
        assigned: z.enum(['0', '1']).default('1'),
        userName: z.string().max(50).optional(),
        phone: z.string().max(20).optional(),
      },
      ['id', 'userName', 'nickName', 'createdAt'],
    ),
    permission: 'system/auth/roleAuthUser',
  }),
  assign: {
    method: 'PUT',
    path: `${at}/roleAuthUser`,
    permission: 'system/auth/roleAuthUser',
    body: roleAndUsers,
    data: done,
    log: OperationType.grant,
    proof: true,
  },
  cancel: {
    method: 'PUT',
    path: `${at}/roleCancelUser`,
    permission: 'system/auth/roleAuthUser',
    body: roleAndUsers,
    data: done,
    log: OperationType.grant,
  },
} as const
