import {
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  NodeCollapseOutlined,
  NodeExpandOutlined,
  ReloadOutlined,
} from '@ant-design/icons'
import type { DepartmentNode } from '@fleetdeck/contract/departments'
import { Button, Input, Skeleton, Tooltip, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { allKeys, matching } from '../../components/check-tree.ts'
import { seededName, useText } from '../../ground/language.ts'
import { useDepartmentTree } from './use-department-tree.ts'
import { usePanelWidth } from './use-panel-width.ts'
import styles from './users.module.css'

interface TreeItem {
  key: number
  title: string
  children: TreeItem[]
}
const toTreeData = (nodes: readonly DepartmentNode[]): TreeItem[] =>
  nodes.map((node) => ({ key: node.id, title: seededName(node.label), children: toTreeData(node.children) }))

/** The selected department, stored in the address, from which the list reads it too. */
function useChosenDepartment() {
  const [params, setParams] = useSearchParams()
  const choose = (id: number | undefined) =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      next.delete('pageNum')
      if (id === undefined) next.delete('deptId')
      else next.set('deptId', String(id))
      return next
    })
  return { chosen: Number(params.get('deptId')) || undefined, choose }
}

function PanelTree({
  nodes,
  closed,
  onClose,
}: {
  nodes: DepartmentNode[]
  closed: number[]
  onClose: (closed: number[]) => void
}) {
  const t = useText()
  const { chosen, choose } = useChosenDepartment()
  const keys = useMemo(() => allKeys(nodes), [nodes])
  if (nodes.length === 0) return <p className={styles.hint}>{t('user.deptNone')}</p>
  return (
    <Tree<TreeItem>
      blockNode
      treeData={toTreeData(nodes)}
      selectedKeys={chosen === undefined ? [] : [chosen]}
      expandedKeys={keys.filter((key) => !closed.includes(key))}
      onExpand={(open) => onClose(keys.filter((key) => !open.includes(key)))}
      onSelect={([key]) => choose(key === undefined ? undefined : Number(key))}
    />
  )
}

/** A searchable tree of departments; a click filters the list by one, including its descendants. */
export function DepartmentPanel() {
  const t = useText()
  const { data, isPending, refetch } = useDepartmentTree()
  const { width, isHidden, setHidden, handle } = usePanelWidth()
  const [search, setSearch] = useState('')
  const [closed, setClosed] = useState<number[]>([])
  const all = data?.depts ?? []
  const nodes = matching(all, search, (node) => seededName(node.label))
  const tool = (label: string, icon: React.ReactNode, onClick: () => unknown) => (
    <Tooltip title={label}>
      <Button type="text" size="small" icon={icon} aria-label={label} onClick={onClick} />
    </Tooltip>
  )
  // Users below a tenant may have no department.
  if (!isPending && all.length === 0) return null
  if (isHidden) return tool(t('user.treeShow'), <MenuUnfoldOutlined />, () => setHidden(false))
  const isClosed = closed.length > 0
  return (
    <nav className={styles.panel} style={{ width }} aria-label={t('user.deptTree')}>
      <div className={styles.panelHead}>
        <h2>{t('user.deptTree')}</h2>
        {tool(
          t(isClosed ? 'user.treeExpand' : 'user.treeCollapse'),
          isClosed ? <NodeExpandOutlined /> : <NodeCollapseOutlined />,
          () => setClosed(isClosed ? [] : allKeys(all)),
        )}
        {tool(t('table.refresh'), <ReloadOutlined />, () => refetch())}
        {tool(t('user.treeHide'), <MenuFoldOutlined />, () => setHidden(true))}
      </div>
      <Input
        allowClear
        size="small"
        value={search}
        placeholder={t('user.deptSearch')}
        aria-label={t('user.deptSearch')}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className={styles.panelBody}>
        {isPending ? (
          <Skeleton active title={false} paragraph={{ rows: 6 }} />
        ) : (
          <PanelTree nodes={nodes} closed={search ? [] : closed} onClose={setClosed} />
        )}
      </div>
      <button
        type="button"
        className={styles.handle}
        aria-label={t('user.treeWidth')}
        title={t('user.treeWidth')}
        {...handle}
      />
    </nav>
  )
}
