import { type GenColumn, type GenDesign, isLinkable } from '@fleetdeck/contract/code-generator'
import type { TableColumnType } from 'antd'
import type { Translate } from '../../ground/language.ts'
import { type Change, selectColumn } from './select-column.tsx'

/** Settings of columns that refer to rows of another table, which forms and filters show as pickers. */
const chosen = { queryType: 'EQ', display: 'input', dictType: '' } as const

/** The linked table, and its column with the label. */
export function linkColumns(
  t: Translate,
  change: Change,
  others: GenDesign['others'],
): TableColumnType<GenColumn>[] {
  const labelsOf = (name: string) => others.find(({ tableName }) => tableName === name)?.labels ?? []
  const tablesFor = (row: GenColumn) =>
    others
      .filter(({ labels }) => labels.length > 0)
      .filter(({ tableName, isImported }) => isImported || tableName === row.linkTable)
      .map(({ tableName, tableComment }) => ({ value: tableName, label: `${tableName} ${tableComment}` }))
  const link = (row: GenColumn, linkTable: string) => {
    const [linkLabel = ''] = labelsOf(linkTable)
    change(row, { ...(linkTable && chosen), linkTable, linkLabel })
  }
  return [
    selectColumn(t, 'linkTable', {
      width: 190,
      mayBeEmpty: true,
      isFixed: (row) => !isLinkable(row),
      options: tablesFor,
      choose: link,
    }),
    selectColumn(t, 'linkLabel', {
      width: 150,
      isFixed: (row) => row.linkTable === '',
      options: (row) => labelsOf(row.linkTable).map((value) => ({ value, label: value })),
      choose: (row, linkLabel) => change(row, { linkLabel }),
    }),
  ]
}
