import { MenuType, Status } from '@fleetdeck/contract/enums'
import { consoleModule, type MenuDraft, type MenuRow } from '@fleetdeck/contract/menus'
import type { z } from 'zod'

type Draft = z.input<typeof MenuDraft>

const newRow: Draft = {
  parentId: 0,
  menuType: MenuType.menu,
  menuName: '',
  orderNum: 0,
  path: '',
  component: '',
  routeName: '',
  redirect: '',
  query: '',
  permission: '',
  icon: '',
  status: Status.on,
  visible: true,
  isFrame: false,
  isCache: true,
  affix: false,
  breadcrumb: true,
  alwaysShow: false,
  activeMenu: '',
  langKey: '',
  moduleType: consoleModule,
  remark: '',
}

/** The form's first values: of a new row, or the fields of a draft from a row. */
export function firstDraft(row: MenuRow | undefined): Draft {
  if (!row) return newRow
  const { id: _id, fullPath: _path, isSeeded: _seeded, createdAt: _at, children: _children, ...draft } = row
  return draft as Draft
}
