import type { MenuId } from '@fleetdeck/contract/ids'
import { type MenuChoice, menus } from '@fleetdeck/contract/menus'
import { useQuery } from '@tanstack/react-query'
import { TreeSelect } from 'antd'
import { call } from '../../api/call.ts'
import { menuLabel, useText } from '../../ground/language.ts'

interface ParentPickerProps {
  id?: string
  /** 0: at the top. */
  value?: number
  onChange?: (parentId: number) => void
  /** The row that is being changed: it cannot stand under itself. */
  ownId: MenuId | undefined
}

interface Node {
  value: number
  title: string
  children: Node[]
}

const buildNodes = (choices: readonly MenuChoice[], ownId: MenuId | undefined): Node[] =>
  choices
    .filter(({ id }) => id !== ownId)
    .map(({ id, label, fullPath, children }) => ({
      value: id,
      title: menuLabel(fullPath, label),
      children: buildNodes(children, ownId),
    }))

/** The categories and pages that a row can stand under. */
export function ParentPicker({ ownId, ...field }: ParentPickerProps) {
  const t = useText()
  const { data, isPending } = useQuery({
    queryKey: [menus.parents.path],
    queryFn: ({ signal }) => call(menus.parents, { signal }),
  })
  const root = { value: 0, title: t('menuRow.root'), children: buildNodes(data?.parentList ?? [], ownId) }
  return (
    <TreeSelect
      {...field}
      showSearch={{ treeNodeFilterProp: 'title' }}
      loading={isPending}
      treeData={[root]}
      treeDefaultExpandedKeys={[0]}
    />
  )
}
