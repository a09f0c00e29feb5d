import { Button, Table, type TableColumnType } from 'antd'
import { type HTMLAttributes, memo, useRef } from 'react'
import { inBackground } from '../../api/feedback.ts'
import { openedRow } from '../../components/opening.ts'
import { useText } from '../../ground/language.ts'
import styles from '../crud.module.css'
import type { CrudColumn } from '../crud-contract.ts'
import type { Selection } from '../use-selection.ts'
import { useActionColumn } from './action-column.tsx'
import { CheckPage, CheckRow } from './CheckRow.tsx'
import type { RowsProps } from './list-props.ts'
import { BodyRow, SelectionContext } from './SelectableRow.tsx'
import { HeaderCell, SortTitle } from './SortHeader.tsx'
import { type BranchNote, isBranchNote } from './use-branches.ts'

interface CellProps<Row> {
  render: NonNullable<CrudColumn<Row>['render']>
  value: unknown
  row: Row
  index: number
}

/** Drawn again when the row or its column changes, not with every rendering of the table. */
const Cell = memo(({ render, value, row, index }: CellProps<unknown>) => <>{render(value, row, index)}</>)

const drawnOnce =
  <Row,>(render: NonNullable<CrudColumn<Row>['render']>): CrudColumn<Row>['render'] =>
  (value, row, index) => (
    <Cell render={render as CellProps<unknown>['render']} value={value} row={row} index={index} />
  )

function tableColumn<Row extends { id: number }>(
  { hiddenAtFirst: _hidden, notOnCards: _cards, ...column }: CrudColumn<Row>,
  sortable: readonly string[],
): TableColumnType<Row> {
  return {
    dataIndex: column.key,
    ellipsis: { showTitle: false },
    ...column,
    ...(column.render && { render: drawnOnce(column.render) }),
    // antd's own sorting renders all rows with each click.
    ...(sortable.includes(column.key) && {
      title: <SortTitle column={column.key} title={column.title} isRight={column.align === 'right'} />,
      onHeaderCell: () => ({ 'data-sort': column.key }) as HTMLAttributes<HTMLTableCellElement>,
    }),
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

/** With those below them, in the order in which they are shown. */
const selectableRows = <Row extends { id: number }>(
  rows: readonly (Row & { children?: readonly Row[] })[],
): Row[] =>
  rows.flatMap((row) => (isBranchNote(row) ? [] : [row, ...selectableRows<Row>(row.children ?? [])]))

/** From the row of this id, if it is one of them, to the other. */
function rowsBetween<Row extends { id: number }>(rows: readonly Row[], from: number | undefined, to: Row) {
  const start = rows.findIndex(({ id }) => id === from)
  const end = rows.findIndex(({ id }) => id === to.id)
  return start < 0 ? [to] : rows.slice(Math.min(start, end), Math.max(start, end) + 1)
}

const none: number[] = []

const components = { header: { cell: HeaderCell }, body: { row: BodyRow } }

/** Height of the pagination bar, above which the table's own scrollbar stops; pixels. */
const pagesHeight = 41

/** From so many rows on a page they are drawn closer. */
const manyRows = 100

/** Rows as a table; its header and actions stay visible. */
export function RowTable<Row extends { id: number }>(props: RowsProps<Row>) {
  const { rows, columns, actionsOf, opens, nameOf, selection, branches, sortable } = props
  const actions = useActionColumn(actionsOf)
  const hasActions = rows.some((row) => actionsOf(row).length > 0)
  const all = [
    // The name of a row stays visible while its columns scroll.
    ...columns.map((column, index) => ({
      ...tableColumn(column, sortable),
      ...(index === 0 && { fixed: 'start' as const }),
    })),
    ...(hasActions ? [actions] : []),
  ]
  const data = branches ? branches.nest(rows) : rows
  const selectable = selectableRows<Row>(data)
  const open = (row: Row) =>
    inBackground(
      actionsOf(row)
        .find(({ key }) => key === opens)
        ?.run(),
    )
  const lastToggled = useRef<number>(undefined)
  const toggle = (row: Row, isSelected: boolean, withShift: boolean) => {
    const changed = withShift ? rowsBetween(selectable, lastToggled.current, row) : [row]
    lastToggled.current = row.id
    selection?.set(changed, isSelected)
  }
  return (
    <SelectionContext value={selection as Selection<{ id: number }> | undefined}>
      <Table<Row>
        rowKey="id"
        className={styles.table ?? ''}
        dataSource={data}
        columns={all.map((column, index) =>
          withNotes(column, { isFirst: index === 0, showAll: branches?.showAll }),
        )}
        pagination={false}
        {...(rows.length >= manyRows && { size: 'small' as const })}
        sticky={{ offsetScroll: pagesHeight }}
        scroll={{ x: 'max-content' }}
        components={components}
        // By the style sheet: the table's own renders all of it for each row that the pointer crosses.
        rowHoverable={false}
        {...(opens && { onRow: (row: Row, index?: number) => openedRow(() => open(row), index === 0) })}
        {...(branches && {
          expandable: {
            expandedRowKeys: branches.open,
            onExpandedRowsChange: (keys: readonly React.Key[]) => branches.setOpen(keys.map(Number)),
          },
        })}
        {...(selection && {
          // The table's own checkboxes would render all rows twice with each click.
          rowSelection: {
            fixed: true,
            columnWidth: 44,
            selectedRowKeys: none,
            columnTitle: <CheckPage selection={selection} rows={selectable} />,
            renderCell: (_: boolean, row: Row) =>
              isBranchNote(row) ? null : (
                <CheckRow
                  {...{ selection, row }}
                  name={nameOf(row)}
                  onToggle={(isSelected, withShift) => toggle(row, isSelected, withShift)}
                />
              ),
          },
        })}
      />
    </SelectionContext>
  )
}
