import { ImportOutlined } from '@ant-design/icons'
import { type DynamicRow, dynamicData, searchPrefix } from '@fleetdeck/contract/dynamic-data'
import type { DynamicTable } from '@fleetdeck/contract/dynamic-tables'
import { Button, Form, Input, Select } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { TimeText } from '../../components/TimeText.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import type { CrudColumn, CrudFilter } from '../../crud/crud-contract.ts'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { tableContract } from './table-contract.ts'

/** Number of columns shown initially; the others can be selected. */
const shownAtFirst = 8
/** Longer fields get a multi-line input; characters. */
const oneLine = 200

const buildColumns = (t: Translate, { columns }: DynamicTable): CrudColumn<DynamicRow>[] => [
  { key: 'id', title: t('dynamicData.id'), align: 'right', width: 90 },
  ...columns.map(({ columnInfo, columnName }, index) => ({
    key: columnName,
    title: columnInfo,
    ellipsis: true,
    hiddenAtFirst: index >= shownAtFirst,
    render: (_: unknown, { values }: DynamicRow) => values[columnName] ?? '',
  })),
  {
    key: 'gmtModified',
    title: t('dynamicData.modified'),
    render: (_, { gmtModified }) => <TimeText value={gmtModified} />,
  },
]

/** The searchable fields, and how they are compared. */
function buildFilters(t: Translate, { columns }: DynamicTable): CrudFilter[] {
  const searched = columns.filter(({ isSearched }) => isSearched)
  if (searched.length === 0) return []
  const matches = (['equals', 'starts', 'contains'] as const).map((way) => ({
    value: way,
    label: t(`dynamicData.${way}`),
  }))
  return [
    ...searched.map(({ columnInfo, columnName, columnSize }) => ({
      name: `${searchPrefix}${columnName}`,
      label: columnInfo,
      input: <Input allowClear maxLength={columnSize} />,
    })),
    {
      name: 'match',
      label: t('dynamicData.match'),
      input: <Select allowClear options={matches} placeholder={t('dynamicData.equals')} />,
      show: (way: string) => matches.find(({ value }) => value === way)?.label ?? way,
    },
  ]
}

const RowFields = ({ columns }: DynamicTable) =>
  columns.map(({ columnInfo, columnName, columnSize }) => (
    <Form.Item
      key={columnName}
      name={['values', columnName]}
      label={columnInfo}
      extra={<code>{columnName}</code>}
    >
      {columnSize > oneLine ? (
        <Input.TextArea maxLength={columnSize} autoSize={{ minRows: 2, maxRows: 8 }} />
      ) : (
        <Input maxLength={columnSize} />
      )}
    </Form.Item>
  ))

/** An empty field is stored as null. */
const toDraft = ({ values = {} }: Record<string, unknown>) => ({
  values: Object.fromEntries(Object.entries(values as object).map(([name, value]) => [name, value || null])),
})

/** List, search and form of one table, generated from its design. */
export function TableRows({ design, choice }: { design: DynamicTable; choice: ReactNode }) {
  const t = useText()
  const [isImporting, setImporting] = useState(false)
  const mayImport = useMay(dynamicData.start.permission)
  const contract = useMemo(() => tableContract(design), [design])
  const filters = useMemo(() => buildFilters(t, design), [t, design])
  const columns = useMemo(() => buildColumns(t, design), [t, design])
  return (
    <>
      <CrudPage
        contract={contract}
        title={design.tableName}
        heading={choice}
        columns={columns}
        nameOf={(row) => t('dynamicData.rowName', { id: String(row.id) })}
        filters={filters}
        primary={
          mayImport && (
            <Button icon={<ImportOutlined />} onClick={() => setImporting(true)}>
              {t('dynamicData.import')}
            </Button>
          )
        }
        form={{
          addTitle: t('dynamicData.add'),
          editTitle: t('dynamicData.edit'),
          fields: () => <RowFields {...design} />,
          initialValues: (row) => (row ? { values: row.values } : {}),
          draft: toDraft,
        }}
        emptyText={t('dynamicData.empty')}
      />
      {isImporting && <ImportDialog design={design} onClose={() => setImporting(false)} />}
    </>
  )
}
