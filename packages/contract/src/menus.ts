import { z } from 'zod'
import { withAlias, withId } from './crud.ts'
import { done, idParam, idsOf, status, statusParam, time } from './endpoint.ts'
import { MenuType, OperationType, Status } from './enums.ts'
import { MenuId } from './ids.ts'

/** Rows of other modules are stored but create no page of this console. */
export const consoleModule = 'sys_admin'
/** The view that shows an external address in a frame. */
export const innerLink = 'InnerLink'

const menuType = z.union([
  z.literal(MenuType.directory),
  z.literal(MenuType.menu),
  z.literal(MenuType.button),
])
const text = (max: number) => z.string().trim().max(max).default('')

export const MenuDraft = z.strictObject({
  /** 0: a root. */
  parentId: z.int().min(0).default(0).brand<'MenuId'>(),
  menuType,
  menuName: z.string().trim().min(1, 'menuRow.nameRequired').max(50, 'menuRow.nameLength'),
  orderNum: z.int('menuRow.orderRequired').min(0).max(9999),
  /** A part of the address, or an http address when isFrame is set; buttons have none. */
  path: text(200),
  component: text(255),
  routeName: z
    .string()
    .trim()
    .max(50)
    .regex(/^[\w-]*$/, 'menuRow.routeNameWrong')
    .default(''),
  redirect: text(200),
  /** JSON text of the page's initial values. */
  query: z.string().trim().max(255).refine(isJsonObject, 'menuRow.queryWrong').default(''),
  permission: z
    .string()
    .trim()
    .max(100)
    .regex(/^[\w*:/-]*$/, 'menuRow.permissionWrong')
    .default(''),
  icon: z
    .string()
    .trim()
    .max(100)
    .regex(/^[\w-]*$/, 'menuRow.iconWrong')
    .default(''),
  status: status.default(Status.on),
  visible: z.boolean().default(true),
  /** The path is an external address: a new tab, or a frame when the component is InnerLink. */
  isFrame: z.boolean().default(false),
  isCache: z.boolean().default(true),
  affix: z.boolean().default(false),
  breadcrumb: z.boolean().default(true),
  alwaysShow: z.boolean().default(false),
  activeMenu: text(200),
  /** Key of the label in the language catalogue, if not the route path. */
  langKey: text(100),
  moduleType: z.string('menuRow.moduleTypeRequired').trim().min(1, 'menuRow.moduleTypeRequired').max(50),
  remark: text(500),
})
export type MenuDraft = z.output<typeof MenuDraft>

function isJsonObject(written: string) {
  if (written === '') return true
  try {
    const value: unknown = JSON.parse(written)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

const shape = {
  id: MenuId,
  /** 0: a root. */
  parentId: z.number().brand<'MenuId'>(),
  menuType: z.number(),
  menuName: z.string(),
  orderNum: z.number(),
  path: z.string(),
  component: z.string(),
  routeName: z.string(),
  redirect: z.string(),
  query: z.string(),
  permission: z.string(),
  icon: z.string(),
  status: z.number(),
  visible: z.boolean(),
  isFrame: z.boolean(),
  isCache: z.boolean(),
  affix: z.boolean(),
  breadcrumb: z.boolean(),
  alwaysShow: z.boolean(),
  activeMenu: z.string(),
  langKey: z.string(),
  moduleType: z.string(),
  remark: z.string(),
  /** From the root, as in the console's addresses and labels; empty for buttons. */
  fullPath: z.string(),
  /** Shipped with the program: it can be changed, not removed. */
  isSeeded: z.boolean(),
  createdAt: time,
}
const flatRow = z.object(shape)
export interface MenuRow extends z.output<typeof flatRow> {
  children?: MenuRow[] | undefined
}
export interface MenuRowInput extends z.input<typeof flatRow> {
  children?: MenuRowInput[] | undefined
}
export const MenuRow: z.ZodType<MenuRow, MenuRowInput> = z.object({
  ...shape,
  get children() {
    return z.array(MenuRow).optional()
  },
})

/** An entry that can be a parent. */
export interface MenuChoice {
  id: MenuId
  label: string
  fullPath: string
  menuType: number
  children: MenuChoice[]
}
export const MenuChoice: z.ZodType<MenuChoice> = z.object({
  id: MenuId,
  label: z.string(),
  fullPath: z.string(),
  menuType: z.number(),
  get children() {
    return z.array(MenuChoice)
  },
})

export const menus = {
  /** A tree; with a filter, the matching rows as a flat list. */
  list: {
    method: 'GET',
    path: '/system/auth/menuList',
    permission: 'system/auth/menuList',
    query: z.strictObject({ menuName: z.string().max(50).optional(), status: statusParam.optional() }),
    data: z.object({ list: z.array(MenuRow) }),
  },
  parents: {
    method: 'GET',
    path: '/system/auth/getMenus',
    permission: 'system/auth/menuList',
    data: z.object({ parentList: z.array(MenuChoice) }),
  },
  one: {
    method: 'GET',
    path: '/system/auth/menu',
    permission: 'system/auth/menuList',
    query: withAlias('menuId', 'id', z.strictObject({ id: idParam.brand<'MenuId'>() })),
    data: z.object({ menu: MenuRow, parentList: z.array(MenuChoice) }),
  },
  /** Every permission string that the product knows; a row may have another one, but it gives nothing. */
  permissions: {
    method: 'GET',
    path: '/system/auth/menuPermissions',
    permission: 'system/auth/menuList',
    data: z.array(z.string()),
  },
  add: {
    method: 'POST',
    path: '/system/auth/addMenu',
    permission: 'system/auth/addMenu',
    body: MenuDraft,
    data: done,
    log: OperationType.add,
    proof: true,
  },
  edit: {
    method: 'PUT',
    path: '/system/auth/editMenu',
    permission: 'system/auth/editMenu',
    body: withAlias('menuId', 'id', withId(MenuDraft, MenuId)),
    data: done,
    log: OperationType.edit,
    /** Another permission gives it to every role with this row. */
    proof: true,
  },
  /** Only rows whose place changed. */
  saveOrder: {
    method: 'PUT',
    path: '/system/auth/orderMenus',
    permission: 'system/auth/editMenu',
    body: z.strictObject({
      rows: z
        .array(z.strictObject({ id: MenuId, orderNum: z.int().min(0).max(9999) }))
        .min(1)
        .max(1000),
    }),
    data: done,
    log: OperationType.edit,
  },
  remove: {
    method: 'DELETE',
    path: '/system/auth/deleteMenu',
    permission: 'system/auth/deleteMenu',
    body: z.strictObject({ ids: idsOf<MenuId>() }),
    data: done,
    log: OperationType.remove,
  },
} as const
