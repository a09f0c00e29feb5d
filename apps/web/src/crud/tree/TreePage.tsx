import { NodeCollapseOutlined, NodeExpandOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { ErrorState } from '../../components/ErrorState.tsx'
import { useText } from '../../ground/language.ts'
import type { CrudColumn, CrudFilter, RowAction } from '../crud-contract.ts'
import type { CrudForm } from '../crud-page-props.ts'
import { ListFrame } from '../ListFrame.tsx'
import { NothingHere } from '../list/NothingHere.tsx'
import { useListAddress } from '../use-list-address.ts'
import { useMayCall } from '../use-may-call.ts'
import { buildBranches, buildTree } from './build-tree.ts'
import { TreeBody } from './TreeBody.tsx'
import { type ParentField, TreeDrawer, type TreePlace } from './TreeDrawer.tsx'
import { useFolding } from './use-folding.ts'
import { type OrderCall, useRowOrders } from './use-row-orders.ts'
import { type TreeContract, type TreeRowOf, useTreeCalls } from './use-tree-calls.ts'

/** TreePage's built-in actions for a row; undefined if the user may not make the call. */
type StandardActions = Record<'edit' | 'below' | 'remove', RowAction | undefined>

export interface TreePageProps<C extends TreeContract> {
  contract: C
  title: string
  /** The first column is the heading of a row. */
  columns: CrudColumn<TreeRowOf<C>>[]
  nameOf: (row: TreeRowOf<C>) => string
  parent: ParentField<TreeRowOf<C>>
  filters?: CrudFilter[]
  form: CrudForm<TreeRowOf<C>>
  rowActions?: (row: TreeRowOf<C>, standard: StandardActions) => (RowAction | undefined | false)[]
  /** With it, the column `orderNum` is edited in the list. */
  order?: OrderCall
  /** For trees that are long when open. */
  isFoldedAtFirst?: true
  emptyText: string
}

const noSorting: string[] = []

/** State and permissions of TreePage, separate from its look. */
function useTreePage<C extends TreeContract>(props: TreePageProps<C>) {
  type Row = TreeRowOf<C>
  const t = useText()
  const { contract, nameOf, parent, filters = [], isFoldedAtFirst = false } = props
  const { address, change } = useListAddress(
    filters.map(({ name }) => name),
    noSorting,
  )
  const { filter } = address
  const search = Object.keys(filter).length > 0 ? JSON.stringify(filter) : ''
  const { list, refresh, save, remove } = useTreeCalls(contract, filter, nameOf)
  const orders = useRowOrders(props.order, refresh)
  const [editing, setEditing] = useState<TreePlace<Row>>()
  const mayAdd = useMayCall(contract.add)
  const mayEdit = useMayCall(contract.edit)
  const mayRemove = useMayCall(contract.remove)
  const parentOf = (row: Row) => row[parent.name] as number | null
  const tree = buildTree(list.rows ?? [], { parentOf, isWanted: list.isWanted })
  const folding = useFolding(buildBranches(tree), { isFoldedAtFirst, search })
  const actionsOf = (row: Row) => {
    const standard: StandardActions = {
      edit: mayEdit ? { key: 'edit', label: t('table.edit'), run: () => setEditing({ row }) } : undefined,
      below: mayAdd
        ? { key: 'below', label: t('rows.below'), run: () => setEditing({ below: row.id }) }
        : undefined,
      remove: mayRemove
        ? { key: 'remove', label: t('table.delete'), run: () => remove(row), isDanger: true }
        : undefined,
    }
    const all = props.rowActions?.(row, standard) ?? Object.values(standard)
    return all.filter((action) => action !== undefined && action !== false)
  }
  return {
    filters,
    filter,
    setFilter: (values: Record<string, string>, how?: { replace: boolean }) =>
      change({ filter: values }, how),
    isFiltered: search !== '',
    list,
    refresh,
    save,
    orders,
    editing,
    setEditing,
    mayAdd,
    tree,
    folding,
    actionsOf,
  }
}

/** The counterpart of CrudPage for hierarchical rows. */
export function TreePage<C extends TreeContract>(props: TreePageProps<C>) {
  const t = useText()
  const page = useTreePage(props)
  const { form, nameOf, parent, isFoldedAtFirst = false } = props
  const { list, orders, folding, editing, setEditing } = page
  const addButton = page.mayAdd && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing({ below: null })}>
      {form.addTitle}
    </Button>
  )
  const orderButton = orders.may && (
    <Button disabled={orders.count === 0} loading={orders.isSaving} onClick={orders.save}>
      {orders.count ? t('rows.saveOrderOf', { count: orders.count }) : t('rows.saveOrder')}
    </Button>
  )
  return (
    <ListFrame
      title={props.title}
      filters={page.filters}
      values={page.filter}
      query={props.contract.list.query}
      onFilter={page.setFilter}
      onRefresh={() => void page.refresh()}
      primary={
        <>
          {orderButton}
          {addButton}
        </>
      }
      tools={
        <Button
          type="text"
          icon={folding.canExpand ? <NodeExpandOutlined /> : <NodeCollapseOutlined />}
          onClick={() => folding.setAll(folding.canExpand)}
        >
          {t(folding.canExpand ? 'rows.expandAll' : 'rows.collapseAll')}
        </Button>
      }
    >
      {list.error && (
        <ErrorState title={t('table.loadFailed')} error={list.error} onRetry={() => page.refresh()} />
      )}
      {(list.rows || !list.error) && (
        <TreeBody
          isLoading={!list.rows}
          path={props.contract.list.path}
          tree={page.tree}
          columns={props.columns}
          {...{ nameOf, folding, orders }}
          actionsOf={page.actionsOf}
          empty={
            <NothingHere
              isFiltered={page.isFiltered}
              text={props.emptyText}
              onClear={() => page.setFilter({})}
              action={addButton}
            />
          }
        />
      )}
      {editing && (
        <TreeDrawer
          {...{ form, editing, parent, nameOf }}
          path={props.contract.list.path}
          rows={list.rows ?? []}
          isFolded={isFoldedAtFirst}
          save={page.save}
          onClose={() => setEditing(undefined)}
        />
      )}
    </ListFrame>
  )
}
