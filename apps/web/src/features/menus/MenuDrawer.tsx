import { MenuType } from '@fleetdeck/contract/enums'
import { consoleModule, type MenuDraft, type MenuRow, menus } from '@fleetdeck/contract/menus'
import type { z } from 'zod'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { useText } from '../../ground/language.ts'
import { MenuFields } from './MenuFields.tsx'

type Draft = z.input<typeof MenuDraft>
/** The row to change, or the parent of a new one; 0 is the root. */
export type MenuTarget = { row: MenuRow } | { parentId: number }

interface MenuDrawerProps {
  target: MenuTarget
  onSaved: () => unknown
  onClose: () => void
}

const newRow = (parentId: number): Draft => ({
  parentId,
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
  status: 0,
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
})

/** The fields of a draft, including those that the form does not show. */
function toDraft(row: MenuRow): Draft {
  const { id: _id, fullPath: _path, isSeeded: _seeded, createdAt: _at, children: _children, ...draft } = row
  return draft as Draft
}

/** Adds a menu row or changes one. */
export function MenuDrawer({ target, onSaved, onClose }: MenuDrawerProps) {
  const t = useText()
  const row = 'row' in target ? target.row : undefined
  const before = 'row' in target ? toDraft(target.row) : newRow(target.parentId)
  const save = async (values: Partial<Draft>) => {
    const draft = { ...before, ...values }
    await (row ? call(menus.edit, { body: { ...draft, id: row.id } }) : call(menus.add, { body: draft }))
    showSuccess(t(row ? 'table.saved' : 'table.added'))
    await onSaved()
  }
  return (
    <FormDrawer<Draft>
      title={t(row ? 'menuRow.edit' : 'menuRow.add')}
      initialValues={before}
      onSubmit={save}
      onClose={onClose}
    >
      <MenuFields row={row} />
    </FormDrawer>
  )
}
