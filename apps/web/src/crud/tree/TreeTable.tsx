import { Table } from 'antd'
import { cardBreakpointPx } from '../../ground/constants.ts'
import { useMedia } from '../../ground/theme/media.ts'
import styles from '../crud.module.css'
import { useActionColumn, useLatestActions } from '../list/action-column.tsx'
import { TreeCards, type TreeRow, type TreeRowsProps } from './TreeCards.tsx'

/** Hierarchical rows with their actions: a table, or cards on narrow screens. */
export function TreeTable<Row extends TreeRow>(props: TreeRowsProps<Row>) {
  const actions = useActionColumn(useLatestActions(props.actionsOf))
  const isNarrow = useMedia(`(max-width: ${cardBreakpointPx - 0.02}px)`)
  if (isNarrow) return <TreeCards {...props} />
  const { rows, columns, open, onOpen } = props
  return (
    <Table<Row>
      rowKey="id"
      className={styles.table ?? ''}
      dataSource={rows}
      columns={[...columns, actions]}
      pagination={false}
      scroll={{ x: 'max-content' }}
      expandable={{ expandedRowKeys: open, onExpandedRowsChange: (keys) => onOpen(keys.map(Number)) }}
    />
  )
}
