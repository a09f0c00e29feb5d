import { NodeCollapseOutlined, NodeExpandOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Skeleton, type TableColumnType } from 'antd'
import { useState } from 'react'
import { ErrorState } from '../components/ErrorState.tsx'
import { useText } from '../ground/language.ts'
import styles from './crud.module.css'
import type { CrudColumn, CrudFilter, RowAction } from './crud-contract.ts'
import type { CrudForm } from './crud-page-props.ts'
import { ListFrame } from './ListFrame.tsx'
import { NothingHere } from './list/NothingHere.tsx'
import { TreeTable } from './list/TreeTable.tsx'
import { TreeDrawer, type TreePlace } from './TreeDrawer.tsx'
import { buildBranches, buildTree, type TreeNode } from './tree-of.ts'
import { useMayCall } from './use-may-call.ts'
import { type TreeContract, type TreeRowOf, useTreeCalls } from './use-tree-calls.ts'

type Standard = Record<'edit' | 'below' | 'remove', RowAction | undefined>

export interface TreePageProps<C extends TreeContract> {
  contract: C
  title: string
  /** The first column is the heading of a row. */
  columns: CrudColumn<TreeRowOf<C>>[]
  nameOf: (row: TreeRowOf<C>) => string
  /** The column with the parent's id; null for roots. */
  parentField: keyof TreeRowOf<C> & string
  filters?: CrudFilter[]
  form: CrudForm<TreeRowOf<C>>
  rowActions?: (row: TreeRowOf<C>, standard: Standard) => (RowAction | undefined)[]
  emptyText: string
}

/** The counterpart of CrudPage for hierarchical rows. */
export function TreePage<C extends TreeContract>(props: TreePageProps<C>) {
  type Row = TreeRowOf<C>
  const t = useText()
  const { contract, nameOf, parentField, filters = [], form } = props
  const [filter, setFilter] = useState<Record<string, string>>({})
  const [closed, setClosed] = useState<readonly number[]>([])
  const [editing, setEditing] = useState<TreePlace<Row>>()
  const { list, save, remove } = useTreeCalls(contract, filter, nameOf)
  const mayAdd = useMayCall(contract.add)
  const mayEdit = useMayCall(contract.edit)
  const mayRemove = useMayCall(contract.remove)
  const rows = list.data ?? []
  const parentOf = (row: Row) => row[parentField] as number | null
  const tree = buildTree(rows, parentOf)
  const branches = buildBranches(tree)
  const cells = props.columns.map((column) => ({ dataIndex: column.key, ...column })) as TableColumnType<
    TreeNode<Row>
  >[]
  const buildActions = (row: Row) => {
    const standard: Standard = {
      edit: mayEdit ? { key: 'edit', label: t('table.edit'), run: () => setEditing({ row }) } : undefined,
      below: mayAdd
        ? { key: 'below', label: t('rows.below'), run: () => setEditing({ below: row.id }) }
        : undefined,
      remove: mayRemove
        ? { key: 'remove', label: t('table.delete'), run: () => remove(row), isDanger: true }
        : undefined,
    }
    const all = props.rowActions?.(row, standard) ?? Object.values(standard)
    return all.filter((action) => action !== undefined)
  }
  const addButton = mayAdd && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing({ below: null })}>
      {form.addTitle}
    </Button>
  )
  const isFiltered = Object.keys(filter).length > 0
  return (
    <ListFrame
      title={props.title}
      filters={filters}
      values={filter}
      onFilter={setFilter}
      onRefresh={() => void list.refetch()}
      primary={addButton}
      tools={
        <Button
          type="text"
          icon={closed.length ? <NodeExpandOutlined /> : <NodeCollapseOutlined />}
          onClick={() => setClosed(closed.length ? [] : branches)}
        >
          {t(closed.length ? 'rows.expandAll' : 'rows.collapseAll')}
        </Button>
      }
    >
      {list.isPending && <Skeleton className={styles.waiting ?? ''} active paragraph={{ rows: 8 }} />}
      {list.error && (
        <ErrorState title={t('table.loadFailed')} error={list.error} onRetry={() => list.refetch()} />
      )}
      {list.data && tree.length === 0 && (
        <NothingHere
          isFiltered={isFiltered}
          text={props.emptyText}
          onClear={() => setFilter({})}
          action={addButton}
        />
      )}
      {tree.length > 0 && (
        <TreeTable
          rows={tree}
          columns={cells}
          nameOf={nameOf}
          open={branches.filter((id) => !closed.includes(id))}
          onOpen={(open) => setClosed(branches.filter((id) => !open.includes(id)))}
          actionsOf={buildActions}
        />
      )}
      {editing && (
        <TreeDrawer
          {...{ form, editing, rows, parentField, nameOf, save }}
          onClose={() => setEditing(undefined)}
        />
      )}
    </ListFrame>
  )
}
