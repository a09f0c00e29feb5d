/** 0 is enabled, normal, success; 1 is disabled, failed, paused: for every status of this API. */
export const Status = { on: 0, off: 1 } as const
export type Status = (typeof Status)[keyof typeof Status]

/** Kinds of entries in the operation log. */
export const OperationType = {
  other: 0,
  add: 1,
  edit: 2,
  remove: 3,
  grant: 4,
  export: 5,
  import: 6,
  forceOut: 7,
  generate: 8,
  clear: 9,
} as const
export type OperationType = (typeof OperationType)[keyof typeof OperationType]

/** The data scope of a role (spec §3, Role). */
export const DataScope = { all: 1, custom: 2, department: 3, departmentAndBelow: 4, self: 5 } as const
export type DataScope = (typeof DataScope)[keyof typeof DataScope]

export const MenuType = { directory: 0, menu: 1, button: 2 } as const
export type MenuType = (typeof MenuType)[keyof typeof MenuType]

/** Background users work for the operator of the site; front users see their own and their sub-users' rows. */
export const UserType = { background: 0, front: 1 } as const
export type UserType = (typeof UserType)[keyof typeof UserType]

export const allPermissions = '*/*/*'
export const adminRole = 'admin'
export const defaultRole = 'default'
