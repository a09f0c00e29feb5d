import type { TableColumnType } from 'antd'
import type { ReactNode } from 'react'
import styles from '../crud.module.css'

/** A row's value of a column, outside a table. */
export function toCell<Row extends object>(column: TableColumnType<Row>, row: Row): ReactNode {
  const { dataIndex, key, render } = column
  const value = (row as Record<string, unknown>)[String(dataIndex ?? key)]
  return (render ? render(value, row, 0) : value) as ReactNode
}
const isEmpty = (cell: ReactNode) => cell === undefined || cell === null || cell === '' || cell === false

/** The cells of a row as a list, each after its title; empty ones are omitted. */
export function InfoList<Row extends object>({
  columns,
  row,
}: {
  columns: TableColumnType<Row>[]
  row: Row
}) {
  return (
    <dl className={styles.info}>
      {columns.map((column) => {
        const cell = toCell(column, row)
        return isEmpty(cell) ? null : (
          <div key={column.key}>
            <dt>{column.title as ReactNode}</dt>
            <dd>{cell}</dd>
          </div>
        )
      })}
    </dl>
  )
}
