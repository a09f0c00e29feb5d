import { Table, type TableColumnType } from 'antd'
import { cardBreakpointPx } from '../../api/constants.ts'
import { useText } from '../../app/language.ts'
import { useMedia } from '../../app/theme/media.ts'
import styles from '../crud.module.css'
import { RowActions } from './RowActions.tsx'
import { TreeCards, type TreeRow, type TreeRowsProps } from './TreeCards.tsx'

/** Rows below each other with their actions: a table, or cards where it is too narrow for one. */
export function TreeTable<Row extends TreeRow>(props: TreeRowsProps<Row>) {
  const t = useText()
  const isNarrow = useMedia(`(max-width: ${cardBreakpointPx - 0.02}px)`)
  if (isNarrow) return <TreeCards {...props} />
  const { rows, columns, open, onOpen, actionsOf } = props
  const actions: TableColumnType<Row> = {
    key: 'actions',
    title: t('table.actions'),
    fixed: 'end',
    width: 1,
    className: styles.actionCell ?? '',
    render: (_, row) => <RowActions actions={actionsOf(row)} />,
  }
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
