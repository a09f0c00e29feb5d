import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { Button, type TableColumnType } from 'antd'
import styles from '../crud.module.css'
import type { RowAction } from '../crud-contract.ts'
import { InfoList, toCell } from '../list/InfoList.tsx'
import { RowActions } from '../list/RowActions.tsx'

export interface TreeRow {
  id: number
  children?: this[]
}

export interface TreeRowsProps<Row extends TreeRow> {
  rows: readonly Row[]
  /** The first column is the heading of a card. */
  columns: TableColumnType<Row>[]
  nameOf: (row: Row) => string
  open: readonly number[]
  onOpen: (open: readonly number[]) => void
  actionsOf: (row: Row) => readonly RowAction[]
}

/** Deeper indentation would leave no room for texts. */
const deepestStep = 4

/** A tree as indented cards, for screens too narrow for a table; values that a row lacks are omitted. */
export function TreeCards<Row extends TreeRow>(props: TreeRowsProps<Row>) {
  return (
    <ul className={styles.tree}>
      <Branch {...props} depth={0} />
    </ul>
  )
}

function Branch<Row extends TreeRow>({ rows, depth, ...props }: TreeRowsProps<Row> & { depth: number }) {
  return rows.flatMap((row) => [
    <li key={row.id} style={{ marginInlineStart: 16 * Math.min(depth, deepestStep) }}>
      <TreeCard {...props} row={row} />
    </li>,
    row.children && props.open.includes(row.id) && (
      <Branch key={`${row.id}-below`} {...props} rows={row.children} depth={depth + 1} />
    ),
  ])
}

function TreeCard<Row extends TreeRow>({
  row,
  columns: [heading, ...details],
  nameOf,
  open,
  onOpen,
  actionsOf,
}: Omit<TreeRowsProps<Row>, 'rows'> & { row: Row }) {
  const isOpen = open.includes(row.id)
  return (
    <>
      <div className={styles.treeHeading}>
        {row.children ? (
          <Button
            type="text"
            size="small"
            icon={isOpen ? <DownOutlined /> : <RightOutlined />}
            aria-label={nameOf(row)}
            aria-expanded={isOpen}
            onClick={() => onOpen(isOpen ? open.filter((id) => id !== row.id) : [...open, row.id])}
          />
        ) : (
          <span className={styles.treeLeaf} />
        )}
        <strong>{heading && toCell(heading, row)}</strong>
      </div>
      <div className={styles.treeBody}>
        <InfoList columns={details} row={row} />
        <RowActions actions={actionsOf(row)} />
      </div>
    </>
  )
}
