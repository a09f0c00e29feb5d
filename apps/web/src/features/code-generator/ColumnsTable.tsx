import { DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import {
  columnChoices,
  type GenColumn,
  type GenDesign,
  isOfDictionary,
} from '@fleetdeck/contract/code-generator'
import { dictTypes } from '@fleetdeck/contract/dictionaries'
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Input, Table, type TableColumnType, Typography } from 'antd'
import { call } from '../../api/call.ts'
import { type Translate, useText } from '../../ground/language.ts'
import { linkColumns } from './link-columns.tsx'
import { RowHandle, SortableRow } from './SortableRow.tsx'
import { type Change, selectColumn } from './select-column.tsx'

interface ColumnsTableProps {
  columns: GenColumn[]
  /** Tables that columns can be linked to. */
  others: GenDesign['others']
  onChange: (columns: GenColumn[]) => void
}

const ticks = ['isInsert', 'isEdit', 'isList', 'isQuery', 'isRequired'] as const
const comparisons = {
  EQ: '=',
  NE: '≠',
  GT: '>',
  GTE: '≥',
  LT: '<',
  LTE: '≤',
  LIKE: 'LIKE',
  BETWEEN: 'BETWEEN',
}

/** Keys, and types without an input, can be neither searched nor filled in. */
const isFixed = ({ isKey, languageType }: GenColumn) => isKey || languageType === 'other'

function tickColumns(t: Translate, change: Change): TableColumnType<GenColumn>[] {
  return ticks.map((name) => ({
    key: name,
    title: t(`gen.${name}`),
    align: 'center',
    render: (_, row) => (
      <Checkbox
        aria-label={t('gen.ofColumn', { name: row.columnName, what: t(`gen.${name}`) })}
        checked={row[name]}
        disabled={isFixed(row)}
        onChange={(event) => change(row, { [name]: event.target.checked })}
      />
    ),
  }))
}

function textColumn(
  t: Translate,
  change: Change,
  name: 'columnComment' | 'field',
): TableColumnType<GenColumn> {
  const title = t(name === 'field' ? 'gen.field' : 'gen.comment')
  return {
    key: name,
    title,
    width: 160,
    render: (_, row) => (
      <Input
        size="small"
        style={{ width: 150 }}
        maxLength={name === 'field' ? 30 : 100}
        aria-label={t('gen.ofColumn', { name: row.columnName, what: title })}
        value={row[name]}
        disabled={name === 'field' && row.isKey}
        onChange={(event) => change(row, { [name]: event.target.value })}
      />
    ),
  }
}

function choiceColumns(
  t: Translate,
  change: Change,
  dictionaries: { value: string; label: string }[],
): TableColumnType<GenColumn>[] {
  const isLinked = (row: GenColumn) => isFixed(row) || row.linkTable !== ''
  return [
    selectColumn(t, 'queryType', {
      width: 110,
      isFixed: isLinked,
      options: (row) =>
        columnChoices[row.languageType].queries.map((value) => ({ value, label: comparisons[value] })),
      choose: (row, queryType) => change(row, { queryType }),
    }),
    selectColumn(t, 'display', {
      width: 120,
      isFixed: isLinked,
      options: (row) =>
        columnChoices[row.languageType].displays.map((value) => ({ value, label: t(`gen.show.${value}`) })),
      choose: (row, display) => change(row, { display }),
    }),
    selectColumn(t, 'dictType', {
      width: 170,
      mayBeEmpty: true,
      isFixed: (row) => isFixed(row) || !isOfDictionary(row),
      options: () => dictionaries,
      choose: (row, dictType) => change(row, { dictType }),
    }),
  ]
}

function useDictionaryOptions() {
  const { data } = useQuery({
    queryKey: [dictTypes.options.path],
    queryFn: ({ signal }) => call(dictTypes.options, { signal }),
  })
  return (data?.list ?? []).map(({ dictType, shownName }) => ({
    value: dictType,
    label: `${shownName} (${dictType})`,
  }))
}

/** Columns in display order, sorted by dragging their handles or by arrow keys. */
export function ColumnsTable({ columns, others, onChange }: ColumnsTableProps) {
  const t = useText()
  const dictionaries = useDictionaryOptions()
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const change: Change = ({ columnName }, part) =>
    onChange(columns.map((row) => (row.columnName === columnName ? { ...row, ...part } : row)))
  const move = (from: number, to: number) => {
    const row = columns[from]
    if (!row || from === to || to < 0 || to >= columns.length) return
    const rest = columns.toSpliced(from, 1)
    onChange(rest.toSpliced(to, 0, row))
  }
  const columnIndex = (name: unknown) => columns.findIndex(({ columnName }) => columnName === name)
  const drop = ({ active, over }: DragEndEvent) => {
    if (over) move(columnIndex(active.id), columnIndex(over.id))
  }
  const cells: TableColumnType<GenColumn>[] = [
    {
      key: 'handle',
      width: 40,
      render: (_, row, place) => (
        <RowHandle
          label={t('gen.moveColumn', { name: row.columnName })}
          move={(by) => move(place, place + by)}
        />
      ),
    },
    { key: 'columnName', title: t('gen.column'), render: (_, row) => <code>{row.columnName}</code> },
    textColumn(t, change, 'columnComment'),
    { key: 'columnType', title: t('gen.columnType'), dataIndex: 'columnType' },
    {
      key: 'languageType',
      title: t('gen.languageType'),
      render: (_, row) => <code>{row.languageType}</code>,
    },
    textColumn(t, change, 'field'),
    ...tickColumns(t, change),
    ...choiceColumns(t, change, dictionaries),
    ...linkColumns(t, change, others),
  ]
  return (
    <>
      <Typography.Paragraph type="secondary">
        {t('gen.moveHint')}
        <br />
        {t('gen.linkHint')}
      </Typography.Paragraph>
      <DndContext sensors={sensors} onDragEnd={drop}>
        <Table<GenColumn>
          rowKey="columnName"
          size="small"
          dataSource={columns}
          columns={cells}
          pagination={false}
          scroll={{ x: 'max-content' }}
          components={{ body: { row: SortableRow } }}
        />
      </DndContext>
    </>
  )
}
