import { z } from 'zod'
import { done, idParam, pageOf, pageQuery, status, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { DepartmentId, MenuId, RoleChangeId, RoleId } from './ids.ts'
import { dataScope, revision } from './roles.ts'

/** A menu or button with the name that it had. */
export const ChangedMenu = z.object({
  id: MenuId,
  label: z.string(),
  /** 0 directory, 1 menu, 2 button. */
  menuType: z.number(),
  /** Full route path: key of the label. */
  path: z.string(),
  permission: z.string(),
})
export type ChangedMenu = z.output<typeof ChangedMenu>

export const roleFields = [
  'roleName',
  'roleKey',
  'roleSort',
  'status',
  'dataScope',
  'secondFactor',
  'remark',
] as const
export type RoleFieldName = (typeof roleFields)[number]
const fieldValue = z.union([z.string(), z.number()])

/** The difference between two states of a role. */
export const RoleDifference = z.object({
  addedMenus: z.array(ChangedMenu),
  removedMenus: z.array(ChangedMenu),
  addedDepartments: z.array(z.string()),
  removedDepartments: z.array(z.string()),
  fields: z.array(z.object({ field: z.enum(roleFields), before: fieldValue, after: fieldValue })),
})
export type RoleDifference = z.output<typeof RoleDifference>

export const RolePreview = RoleDifference.extend({
  /** How many users have the role. */
  userCount: z.number(),
  /** Devices that at least one of these users stops, or starts, to see. */
  hiddenDevices: z.number(),
  shownDevices: z.number(),
  /** False when only the first users were compared. */
  isExact: z.boolean(),
})
export type RolePreview = z.output<typeof RolePreview>

export const RoleChange = RoleDifference.extend({
  id: RoleChangeId,
  roleId: RoleId,
  kind: z.enum(['add', 'edit', 'scope', 'status', 'remove', 'undo']),
  revision: z.number(),
  userName: z.string(),
  createdAt: time,
})
export type RoleChange = z.output<typeof RoleChange>

const at = '/system/auth'
const edit = 'system/auth/editRole'

/** The effect of a change of a role, and its past changes; for users who may edit roles. */
export const roleChanges = {
  /** The effect of saving these menus and this status. */
  preview: {
    method: 'POST',
    path: `${at}/rolePreview`,
    permission: edit,
    body: z.strictObject({ roleId: RoleId, menuIds: z.array(MenuId).max(10_000), status, revision }),
    data: RolePreview,
    isRead: true,
  },
  /** The effect of saving this data scope. */
  previewScope: {
    method: 'POST',
    path: `${at}/roleScopePreview`,
    permission: 'system/auth/roleDataScope',
    body: z.strictObject({
      roleId: RoleId,
      dataScope,
      deptIds: z.array(DepartmentId).max(10_000).default([]),
      revision,
    }),
    data: RolePreview,
    isRead: true,
  },
  /** Newest first; also of a role that was removed. */
  history: {
    method: 'GET',
    path: `${at}/roleHistory`,
    permission: edit,
    query: pageQuery(
      {
        roleId: idParam.brand<'RoleId'>(),
        /** Only changes after this revision of the role. */
        since: z.int().min(0).default(0),
      },
      ['id'],
    ),
    data: pageOf(RoleChange),
  },
  /** Restores the state before a change, as far as its menus and departments still exist. */
  undo: {
    method: 'PUT',
    path: `${at}/roleUndo`,
    permission: edit,
    body: z.strictObject({
      changeId: RoleChangeId,
      revision,
    }),
    data: done,
    log: OperationType.edit,
    proof: true,
  },
} as const
