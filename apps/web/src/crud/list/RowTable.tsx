import { Table, type TableColumnType } from 'antd'
import type { SorterResult } from 'antd/es/table/interface'
import { useText } from '../../ground/language.ts'
import styles from '../crud.module.css'
import type { CrudColumn } from '../crud-contract.ts'
import { actionColumn } from './action-column.tsx'
import type { RowsProps } from './list-props.ts'

function tableColumn<Row extends { id: number }>(
  { hiddenAtFirst: _hidden, notOnCards: _cards, ...column }: CrudColumn<Row>,
  { sortable, sort }: RowsProps<Row>,
): TableColumnType<Row> {
  const isSortable = sortable.includes(column.key)
  const isSorted = sort.orderByColumn === column.key
  return {
    dataIndex: column.key,
    ellipsis: { showTitle: false },
    ...column,
    sorter: isSortable,
    sortOrder: isSorted ? (sort.isAsc === 'desc' ? 'descend' : 'ascend') : null,
  }
}

/** Height of the pagination bar, above which the table's own scrollbar stops; pixels. */
const pagesHeight = 41

/** Rows as a table; its header and actions stay visible. */
export function RowTable<Row extends { id: number }>(props: RowsProps<Row>) {
  const t = useText()
  const { rows, columns, actionsOf, nameOf, selection, onSort } = props
  const hasActions = rows.some((row) => actionsOf(row).length > 0)
  const sortBy = (sorter: SorterResult<Row> | SorterResult<Row>[]) => {
    const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter
    if (!order) onSort({ orderByColumn: undefined, isAsc: undefined })
    else onSort({ orderByColumn: String(columnKey), isAsc: order === 'descend' ? 'desc' : 'asc' })
  }
  return (
    <Table<Row>
      rowKey="id"
      className={styles.table ?? ''}
      dataSource={rows}
      columns={[
        ...columns.map((column) => tableColumn(column, props)),
        ...(hasActions ? [actionColumn(t, actionsOf)] : []),
      ]}
      pagination={false}
      sticky={{ offsetScroll: pagesHeight }}
      scroll={{ x: 'max-content' }}
      showSorterTooltip={false}
      onChange={(_page, _filters, sorter, { action }) => action === 'sort' && sortBy(sorter)}
      {...(selection && {
        rowSelection: {
          fixed: true,
          columnWidth: 44,
          preserveSelectedRowKeys: true,
          selectedRowKeys: [...selection.ids],
          getCheckboxProps: (row: Row) => ({ 'aria-label': nameOf(row) }),
          onChange: (keys: React.Key[], chosen: Row[]) =>
            selection.choose(
              keys.map(Number),
              chosen.filter((row) => row !== undefined),
            ),
        },
      })}
    />
  )
}
