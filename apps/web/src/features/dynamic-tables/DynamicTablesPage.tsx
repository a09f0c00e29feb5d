import { PlusOutlined } from '@ant-design/icons'
import { dynamicData } from '@fleetdeck/contract/dynamic-data'
import { type DynamicTable, dynamicTables } from '@fleetdeck/contract/dynamic-tables'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { shown, showSuccess } from '../../api/feedback.ts'
import { useConfirmCount } from '../../components/ConfirmCount.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { ownerFilter } from '../../crud/filters.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { TableDrawer } from './TableDrawer.tsx'

const dataAddress = ({ id }: DynamicTable) => `/dynamic/data?table=${id}`

const buildColumns = (t: Translate, maySeeData: boolean): CrudColumn<DynamicTable>[] => [
  {
    key: 'tableName',
    title: t('dynamicTable.name'),
    render: (_, table) =>
      maySeeData ? <Link to={dataAddress(table)}>{table.tableName}</Link> : table.tableName,
  },
  {
    key: 'tableNameEn',
    title: t('dynamicTable.nameEn'),
    render: (_, { tableNameEn }) => <code>{tableNameEn}</code>,
  },
  {
    key: 'columns',
    title: t('dynamicTable.columns'),
    ellipsis: true,
    render: (_, { columns }) => columns.map(({ columnInfo }) => columnInfo).join(' · '),
  },
  { key: 'userName', title: t('dynamicTable.owner') },
  timeColumn('gmtModified', t('dynamicTable.modified')),
]

/** Asks for confirmation with the number of rows that would be removed. */
function useDropTable(onDropped: () => unknown) {
  const t = useText()
  const confirm = useConfirmCount()
  return async ({ id, tableName }: DynamicTable) => {
    const { rows } = await shown(call(dynamicTables.contents, { query: { ids: [id] } }))
    await confirm({
      title: t('dynamicTable.deleteTitle', { name: tableName }),
      hint: t('dynamicTable.deleteHint', { rows }),
      names: [],
      count: rows,
      okText: t('table.delete'),
      run: async () => {
        await shown(call(dynamicTables.remove, { query: { ids: [id] } }))
        showSuccess(t('table.deleted'))
        await onDropped()
      },
    })
  }
}

/** Tables that users design for their scripts (spec §3, dynamic table). */
export function DynamicTablesPage() {
  const t = useText()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [editing, setEditing] = useState<DynamicTable | 'new'>()
  const mayAdd = useMay(dynamicTables.add.permission)
  const mayEdit = useMay(dynamicTables.edit.permission)
  const mayRemove = useMay(dynamicTables.remove.permission)
  const maySeeData = useMay(dynamicData.list.permission)
  const refresh = async () => {
    // Hidden pages may show rows of the changed tables.
    await client.invalidateQueries({ queryKey: [dynamicData.design.path] })
    await client.invalidateQueries({ queryKey: [dynamicTables.list.path] })
  }
  const drop = useDropTable(refresh)
  const filters = [
    { name: 'name', label: t('dynamicTable.searchName') },
    ownerFilter(t('dynamicTable.owner')),
  ]
  const addButton = mayAdd && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
      {t('dynamicTable.add')}
    </Button>
  )
  return (
    <>
      <CrudPage
        contract={{ list: dynamicTables.list, export: dynamicTables.export }}
        title={t('dynamicTable.title')}
        columns={buildColumns(t, maySeeData)}
        nameOf={(table) => table.tableName}
        filters={filters}
        primary={addButton}
        rowActions={(table) => [
          maySeeData && {
            key: 'data',
            label: t('dynamicTable.openData'),
            run: () => navigate(dataAddress(table)),
          },
          mayEdit && { key: 'edit', label: t('table.edit'), run: () => setEditing(table) },
          mayRemove && {
            key: 'remove',
            label: t('table.delete'),
            isDanger: true,
            run: () => void drop(table).catch(() => undefined),
          },
        ]}
        emptyText={t('dynamicTable.empty')}
        emptyAction={addButton}
      />
      {editing && (
        <TableDrawer
          table={editing === 'new' ? undefined : editing}
          onSaved={refresh}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  )
}
