import { Button, Table, type TableColumnType } from 'antd'
import type { SorterResult } from 'antd/es/table/interface'
import { memo } from 'react'
import { inBackground } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import styles from '../crud.module.css'
import type { CrudColumn } from '../crud-contract.ts'
import { useActionColumn } from './action-column.tsx'
import type { RowsProps } from './list-props.ts'
import { type BranchNote, isBranchNote } from './use-branches.ts'

interface CellProps<Row> {
  render: NonNullable<CrudColumn<Row>['render']>
  value: unknown
  row: Row
  index: number
}

/** Drawn again when the row or its column changes, not with every selection. */
const Cell = memo(({ render, value, row, index }: CellProps<unknown>) => <>{render(value, row, index)}</>)

const drawnOnce =
  <Row,>(render: NonNullable<CrudColumn<Row>['render']>): CrudColumn<Row>['render'] =>
  (value, row, index) => (
    <Cell render={render as CellProps<unknown>['render']} value={value} row={row} index={index} />
  )

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
    ...(column.render && { render: drawnOnce(column.render) }),
    sorter: isSortable,
    sortOrder: isSorted ? (sort.isAsc === 'desc' ? 'descend' : 'ascend') : null,
  }
}

/** The column of a table whose rows may be notes: the first column shows them. */
function withNotes<Row extends { id: number }>(
  column: TableColumnType<Row>,
  { isFirst, showAll }: { isFirst: boolean; showAll: ((id: number) => void) | undefined },
): TableColumnType<Row> {
  if (!showAll) return column
  return {
    ...column,
    render: (value, row, index) => {
      if (isBranchNote(row)) return isFirst && <NoteText note={row} showAll={showAll} />
      return column.render ? column.render(value, row, index) : value
    },
  }
}

/** In place of rows below another one that are not shown. */
function NoteText({ note, showAll }: { note: BranchNote; showAll: (id: number) => void }) {
  const t = useText()
  if (note.state === 'loading') return <span aria-busy>{t('table.loading')}</span>
  if (note.state === 'more')
    return (
      <Button type="link" size="small" onClick={() => showAll(note.ofId)}>
        {t('table.moreBelow', { count: note.count })}
      </Button>
    )
  return (
    <Button type="link" size="small" danger onClick={() => inBackground(note.retry())}>
      {t('table.loadFailed')} · {t('table.retry')}
    </Button>
  )
}

/** Height of the pagination bar, above which the table's own scrollbar stops; pixels. */
const pagesHeight = 41

/** From so many rows on a page they are drawn closer. */
const manyRows = 100

/** Rows as a table; its header and actions stay visible. */
export function RowTable<Row extends { id: number }>(props: RowsProps<Row>) {
  const { rows, columns, actionsOf, nameOf, selection, branches, onSort } = props
  const actions = useActionColumn(actionsOf)
  const hasActions = rows.some((row) => actionsOf(row).length > 0)
  const sortBy = (sorter: SorterResult<Row> | SorterResult<Row>[]) => {
    const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter
    if (!order) onSort({ orderByColumn: undefined, isAsc: undefined })
    else onSort({ orderByColumn: String(columnKey), isAsc: order === 'descend' ? 'desc' : 'asc' })
  }
  const all = [
    // What a row is stays in sight while its columns scroll.
    ...columns.map((column, index) => ({
      ...tableColumn(column, props),
      ...(index === 0 && { fixed: 'start' as const }),
    })),
    ...(hasActions ? [actions] : []),
  ]
  return (
    <Table<Row>
      rowKey="id"
      className={styles.table ?? ''}
      dataSource={branches ? branches.nest(rows) : rows}
      columns={all.map((column, index) =>
        withNotes(column, { isFirst: index === 0, showAll: branches?.showAll }),
      )}
      pagination={false}
      {...(rows.length >= manyRows && { size: 'small' as const })}
      sticky={{ offsetScroll: pagesHeight }}
      scroll={{ x: 'max-content' }}
      showSorterTooltip={false}
      onChange={(_page, _filters, sorter, { action }) => action === 'sort' && sortBy(sorter)}
      {...(branches && {
        expandable: {
          expandedRowKeys: branches.open,
          onExpandedRowsChange: (keys: readonly React.Key[]) => branches.setOpen(keys.map(Number)),
        },
      })}
      {...(selection && {
        rowSelection: {
          fixed: true,
          columnWidth: 44,
          preserveSelectedRowKeys: true,
          selectedRowKeys: [...selection.ids],
          getCheckboxProps: (row: Row) =>
            isBranchNote(row) ? { disabled: true } : { 'aria-label': nameOf(row) },
          renderCell: (_: boolean, row: Row, _index: number, box: React.ReactNode) =>
            isBranchNote(row) ? null : box,
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
