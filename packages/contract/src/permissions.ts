import { z } from 'zod'
import { pageCall } from './calls.ts'
import { idParam, pageQuery } from './endpoint.ts'
import { MenuId, RoleId, UserId } from './ids.ts'

/** One permission string: its pages and its holders. */
export const PermissionRow = z.object({
  /** Its position among all, used as row key. */
  id: z.number(),
  permission: z.string(),
  routes: z.array(z.object({ method: z.string(), path: z.string() })),
  /** Menu rows with it: pages and buttons. */
  menus: z.array(z.object({ id: MenuId, menuType: z.number(), menuName: z.string(), fullPath: z.string() })),
  roles: z.array(z.object({ id: RoleId, roleName: z.string(), roleKey: z.string(), status: z.number() })),
  /** Among the users whom the caller may see. */
  userCount: z.number(),
})
export type PermissionRow = z.output<typeof PermissionRow>

export const PermissionHolder = z.object({
  id: UserId,
  userName: z.string(),
  nickName: z.string(),
  deptName: z.string().nullable(),
  /** The roles that grant it. */
  roleNames: z.array(z.string()),
})
export type PermissionHolder = z.output<typeof PermissionHolder>

export const permissions = {
  list: pageCall('/permission/list', {
    row: PermissionRow,
    query: pageQuery(
      {
        permission: z.string().max(100).optional(),
        roleId: idParam.brand<'RoleId'>().optional(),
      },
      ['permission', 'userCount'],
    ),
  }),
  /** The super role passes every check and is not listed. */
  holders: pageCall('/permission/holders', {
    row: PermissionHolder,
    query: pageQuery({
      permission: z.string().min(1).max(100),
      userName: z.string().max(50).optional(),
    }),
    permission: 'permission/list',
  }),
} as const
