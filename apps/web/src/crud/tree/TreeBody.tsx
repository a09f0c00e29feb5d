import { InputNumber, Skeleton, type TableColumnType } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../ground/language.ts'
import { BusyBar } from '../BusyBar.tsx'
import styles from '../crud.module.css'
import type { CrudColumn, RowAction } from '../crud-contract.ts'
import type { TreeNode } from './build-tree.ts'
import { TreeTable } from './TreeTable.tsx'
import type { useFolding } from './use-folding.ts'
import type { RowOrder, useRowOrders } from './use-row-orders.ts'

interface TreeBodyProps<Row> {
  /** Of the call that lists the rows. */
  path: string
  isLoading: boolean
  tree: readonly TreeNode<Row>[]
  columns: readonly CrudColumn<Row>[]
  nameOf: (row: Row) => string
  folding: ReturnType<typeof useFolding>
  orders: ReturnType<typeof useRowOrders>
  actionsOf: (row: Row) => readonly RowAction[]
  /** Shown in place of rows. */
  empty: ReactNode
}

/** The rows in any state: loading, empty, or loaded. */
export function TreeBody<Row extends { id: number }>(props: TreeBodyProps<Row>) {
  const { tree, folding, nameOf } = props
  const columns = useCells(props)
  if (props.isLoading)
    return (
      <div className={styles.waiting} aria-busy>
        <Skeleton active title={false} paragraph={{ rows: 8, width: '100%' }} />
      </div>
    )
  return (
    <div className={styles.body}>
      <BusyBar path={props.path} />
      {tree.length === 0 ? (
        props.empty
      ) : (
        <TreeTable
          rows={tree}
          columns={columns}
          nameOf={nameOf}
          open={folding.open}
          onOpen={folding.setOpen}
          actionsOf={props.actionsOf}
        />
      )}
    </div>
  )
}

/** The columns as the table takes them; users who may order the rows do so in theirs. */
function useCells<Row extends { id: number }>({ columns, orders, nameOf }: TreeBodyProps<Row>) {
  const t = useText()
  const inputOf = (row: Row & RowOrder) => (
    <InputNumber
      size="small"
      min={0}
      max={orders.max}
      precision={0}
      aria-label={t('rows.orderOf', { name: nameOf(row) })}
      value={orders.get(row)}
      onChange={(value) => orders.set(row, value ?? row.orderNum)}
      style={{ width: 88 }}
    />
  )
  return columns.map((column) => ({
    dataIndex: column.key,
    ...column,
    ...(orders.may &&
      column.key === 'orderNum' && { render: (_: unknown, row: Row) => inputOf(row as never) }),
  })) as TableColumnType<TreeNode<Row>>[]
}
