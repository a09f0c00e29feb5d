import { MenuType } from '@fleetdeck/contract/enums'
import { type MenuRow, menus } from '@fleetdeck/contract/menus'
import { InputNumber, Skeleton, type TableColumnType, Tag } from 'antd'
import { CopyText } from '../../components/CopyText.tsx'
import { DictTag } from '../../components/dictionary/DictTag.tsx'
import { MenuIcon } from '../../components/menu-icon/MenuIcon.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import type { RowAction } from '../../crud/crud-contract.ts'
import { TreeTable } from '../../crud/list/TreeTable.tsx'
import { buttonLabel, menuLabel, type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import styles from './menus.module.css'
import type { MenuOrder } from './use-menu-rows.ts'

interface MenuTableProps {
  rows: MenuRow[] | undefined
  order: MenuOrder
  expanded: readonly number[]
  onExpand: (ids: readonly number[]) => void
  onEdit: (row: MenuRow) => void
  onAddBelow: (row: MenuRow) => void
  onRemove: (row: MenuRow) => void
}

const typeColors: Record<number, string> = {
  [MenuType.directory]: 'processing',
  [MenuType.menu]: 'success',
  [MenuType.button]: 'default',
}
const typeText = (t: Translate, menuType: number) =>
  t(`menuRow.type${menuType === 0 ? 0 : menuType === 1 ? 1 : 2}`)

/** In the current language, if the catalogue has a text for it. */
const nameOf = ({ menuType, menuName, fullPath, langKey, permission }: MenuRow) =>
  menuType === MenuType.button ? buttonLabel(permission, menuName) : menuLabel(langKey || fullPath, menuName)

function buildColumns(
  t: Translate,
  { order, mayEdit }: { order: MenuOrder; mayEdit: boolean },
): TableColumnType<MenuRow>[] {
  return [
    {
      key: 'name',
      title: t('menuRow.name'),
      render: (_, row) => (
        <span className={row.visible ? styles.name : `${styles.name} ${styles.hidden}`}>
          {row.icon && <MenuIcon name={row.icon} />}
          {nameOf(row)}
        </span>
      ),
    },
    {
      key: 'type',
      title: t('menuRow.type'),
      render: (_, { menuType }) => (
        <Tag color={typeColors[menuType] ?? 'default'}>{typeText(t, menuType)}</Tag>
      ),
    },
    {
      key: 'order',
      title: t('menuRow.order'),
      render: (_, row) =>
        mayEdit ? (
          <InputNumber
            size="small"
            className={styles.order ?? ''}
            min={0}
            max={9999}
            precision={0}
            aria-label={t('menuRow.orderOf', { name: nameOf(row) })}
            value={order.of(row)}
            onChange={(value) => order.set(row, value ?? row.orderNum)}
          />
        ) : (
          row.orderNum
        ),
    },
    {
      key: 'permission',
      title: t('menuRow.permission'),
      render: (_, { permission }) => permission && <CopyText text={permission} />,
    },
    {
      key: 'component',
      title: t('menuRow.component'),
      render: (_, { component }) => component && <code>{component}</code>,
    },
    {
      key: 'status',
      title: t('menuRow.status'),
      render: (_, { status }) => <DictTag type="sys_normal_disable" value={status} />,
    },
    {
      key: 'created',
      title: t('menuRow.created'),
      render: (_, { createdAt }) => <TimeText value={createdAt} />,
    },
  ]
}

export function MenuTable(props: MenuTableProps) {
  const t = useText()
  const { rows, order, expanded, onExpand, onEdit, onAddBelow, onRemove } = props
  const mayAdd = useMay(menus.add.permission)
  const mayEdit = useMay(menus.edit.permission)
  const mayRemove = useMay(menus.remove.permission)
  if (!rows)
    return (
      <Skeleton
        active
        title={false}
        paragraph={{ rows: 8, width: '100%' }}
        className={styles.waiting ?? ''}
      />
    )
  const buildActions = (row: MenuRow): RowAction[] =>
    [
      mayEdit && { key: 'edit', label: t('table.edit'), run: () => onEdit(row) },
      mayAdd &&
        row.menuType !== MenuType.button && {
          key: 'add',
          label: t('menuRow.addChild'),
          run: () => onAddBelow(row),
        },
      mayRemove &&
        !row.isSeeded && {
          key: 'remove',
          label: t('table.delete'),
          run: () => onRemove(row),
          isDanger: true,
        },
    ].filter((action) => action !== false)
  return (
    <TreeTable
      rows={rows}
      columns={buildColumns(t, { order, mayEdit })}
      nameOf={nameOf}
      open={expanded}
      onOpen={onExpand}
      actionsOf={buildActions}
    />
  )
}
