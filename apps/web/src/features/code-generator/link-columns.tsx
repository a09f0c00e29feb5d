import { type GenColumn, type GenDesign, isLinkable } from '@fleetdeck/contract/code-generator'
import { Select, type TableColumnType } from 'antd'
import type { Translate } from '../../app/language.ts'

export type Change = (row: GenColumn, part: Partial<GenColumn>) => void

/** A column that names rows of another table is asked for and filled in by choosing one of them. */
const chosen = { queryType: 'EQ', display: 'input', dictType: '' } as const

/** The table that a column is linked to, and the text of it that is shown. */
export function linkColumns(
  t: Translate,
  change: Change,
  others: GenDesign['others'],
): TableColumnType<GenColumn>[] {
  const labelsOf = (name: string) => others.find(({ tableName }) => tableName === name)?.labels ?? []
  const tables = others
    .filter(({ labels }) => labels.length > 0)
    .map(({ tableName, tableComment }) => ({ value: tableName, label: `${tableName} ${tableComment}` }))
  const link = (row: GenColumn, linkTable: string) => {
    const [first = ''] = labelsOf(linkTable)
    const named = labelsOf(linkTable).find((label) => /name$/i.test(label))
    change(row, { ...(linkTable && chosen), linkTable, linkLabel: named ?? first })
  }
  return [
    {
      key: 'linkTable',
      title: t('gen.linkTable'),
      render: (_, row) => (
        <Select
          size="small"
          allowClear
          showSearch
          style={{ width: 190 }}
          aria-label={t('gen.ofColumn', { name: row.columnName, what: t('gen.linkTable') })}
          value={row.linkTable || null}
          disabled={!isLinkable(row)}
          options={tables}
          onChange={(name) => link(row, name ?? '')}
        />
      ),
    },
    {
      key: 'linkLabel',
      title: t('gen.linkLabel'),
      render: (_, row) => (
        <Select
          size="small"
          showSearch
          style={{ width: 150 }}
          aria-label={t('gen.ofColumn', { name: row.columnName, what: t('gen.linkLabel') })}
          value={row.linkLabel || null}
          disabled={row.linkTable === ''}
          options={labelsOf(row.linkTable).map((value) => ({ value, label: value }))}
          onChange={(linkLabel) => change(row, { linkLabel: linkLabel ?? '' })}
        />
      ),
    },
  ]
}
