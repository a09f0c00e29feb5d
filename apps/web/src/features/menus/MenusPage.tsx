import { PlusOutlined } from '@ant-design/icons'
import { type MenuRow, menus } from '@fleetdeck/contract/menus'
import { Button, Input } from 'antd'
import { useMemo, useState } from 'react'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { dictFilter } from '../../crud/filters.tsx'
import { ListFrame } from '../../crud/ListFrame.tsx'
import { useListAddress } from '../../crud/use-list-address.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { MenuDrawer, type MenuTarget } from './MenuDrawer.tsx'
import { MenuTable } from './MenuTable.tsx'
import { useMenuRows } from './use-menu-rows.ts'

const filterNames = ['menuName', 'status']
const noSorting: string[] = []

function keysOf(rows: readonly MenuRow[]): number[] {
  return rows.flatMap((row) => (row.children ? [row.id, ...keysOf(row.children)] : []))
}

/** The menu as a tree: directories, pages and their buttons (spec §2, menu tree). */
export function MenusPage() {
  const t = useText()
  const { address, change } = useListAddress(filterNames, noSorting)
  const { list, order, refresh, remove } = useMenuRows(address.filter)
  const [expanded, setExpanded] = useState<readonly number[]>([])
  const [target, setTarget] = useState<MenuTarget>()
  const mayAdd = useMay(menus.add.permission)
  const mayEdit = useMay(menus.edit.permission)
  const rows = list.data?.list
  const filters = useMemo(
    () => [
      { name: 'menuName', label: t('menuRow.name'), input: <Input allowClear maxLength={50} /> },
      dictFilter('status', t('menuRow.status'), 'sys_normal_disable'),
    ],
    [t],
  )
  const isExpanded = expanded.length > 0
  const primary = (
    <>
      <Button onClick={() => setExpanded(isExpanded ? [] : keysOf(rows ?? []))}>
        {t(isExpanded ? 'menuRow.collapseAll' : 'menuRow.expandAll')}
      </Button>
      {mayEdit && (
        <Button disabled={order.count === 0} loading={order.isSaving} onClick={order.save}>
          {order.count ? t('menuRow.saveOrderOf', { count: order.count }) : t('menuRow.saveOrder')}
        </Button>
      )}
      {mayAdd && (
        <Button type="primary" icon={<PlusOutlined />} onClick={() => setTarget({ parentId: 0 })}>
          {t('menuRow.add')}
        </Button>
      )}
    </>
  )
  return (
    <ListFrame
      title={t('menuRow.title')}
      filters={filters}
      values={address.filter}
      onFilter={(filter) => change({ filter })}
      onRefresh={refresh}
      primary={primary}
    >
      {list.error && (
        <ErrorState title={t('table.loadFailed')} error={list.error} onRetry={() => list.refetch()} />
      )}
      {rows?.length === 0 ? (
        <EmptyState text={t('menuRow.empty')} />
      ) : (
        <MenuTable
          rows={rows}
          order={order}
          expanded={expanded}
          onExpand={setExpanded}
          onEdit={(row) => setTarget({ row })}
          onAddBelow={(row) => setTarget({ parentId: row.id })}
          onRemove={remove}
        />
      )}
      {target && <MenuDrawer target={target} onSaved={refresh} onClose={() => setTarget(undefined)} />}
    </ListFrame>
  )
}
