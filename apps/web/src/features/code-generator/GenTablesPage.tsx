import { ImportOutlined } from '@ant-design/icons'
import { codeGenerator, type GenTable } from '@fleetdeck/contract/code-generator'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { ask, shown, showSuccess } from '../../api/feedback.ts'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { dayFilters } from '../../crud/filters.tsx'
import { useMayCall } from '../../crud/use-may-call.ts'
import { type Translate, useText } from '../../ground/language.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { PreviewDrawer } from './PreviewDrawer.tsx'
import { saveZip } from './save-zip.ts'

const buildColumns = (t: Translate): CrudColumn<GenTable>[] => [
  { key: 'id', title: t('log.id'), align: 'right', width: 80 },
  { key: 'tableName', title: t('gen.tableName'), render: (_, row) => <code>{row.tableName}</code> },
  { key: 'tableComment', title: t('gen.tableComment'), ellipsis: true },
  { key: 'className', title: t('gen.className'), render: (_, row) => <code>{row.className}</code> },
  timeColumn('createdAt', t('gen.createdAt')),
  timeColumn('gmtModified', t('gen.modified')),
]

/** Reads a table again, after confirmation. */
function useSync(onSynced: () => unknown) {
  const t = useText()
  return async ({ id, tableName }: GenTable) => {
    const isConfirmed = await ask({
      title: t('gen.syncTitle', { name: tableName }),
      content: t('gen.syncHint'),
      okText: t('gen.sync'),
      cancelText: t('table.cancel'),
    })
    if (!isConfirmed) return
    const { added, removed } = await shown(call(codeGenerator.sync, { body: { id } }))
    await onSynced()
    showSuccess(t('gen.synced', { added: added.length, removed: removed.length }))
  }
}

/** Tables that code can be generated for. */
export function GenTablesPage() {
  const t = useText()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [isImporting, setImporting] = useState(false)
  const [previewed, setPreviewed] = useState<GenTable>()
  const may = {
    import: useMayCall(codeGenerator.import),
    edit: useMayCall(codeGenerator.edit),
    sync: useMayCall(codeGenerator.sync),
    preview: useMayCall(codeGenerator.preview),
    generate: useMayCall(codeGenerator.generate),
  }
  const refresh = () => client.invalidateQueries({ queryKey: [codeGenerator.list.path] })
  const sync = useSync(refresh)
  const filters = useMemo(
    () => [
      { name: 'tableName', label: t('gen.tableName') },
      { name: 'tableComment', label: t('gen.tableComment') },
      ...dayFilters(t),
    ],
    [t],
  )
  const importButton = may.import && (
    <Button type="primary" icon={<ImportOutlined />} onClick={() => setImporting(true)}>
      {t('gen.import')}
    </Button>
  )
  const quietly = (work: Promise<void>) => void work.catch(() => undefined)
  return (
    <>
      <CrudPage
        contract={{ list: codeGenerator.list, remove: codeGenerator.remove }}
        title={t('gen.title')}
        columns={buildColumns(t)}
        nameOf={(table) => table.tableName}
        filters={filters}
        primary={importButton}
        emptyAction={importButton}
        rowActions={(table, { remove }) => [
          may.preview && { key: 'preview', label: t('gen.preview'), run: () => setPreviewed(table) },
          may.edit && {
            key: 'edit',
            label: t('table.edit'),
            run: () => navigate(`/gen/edit?tableId=${table.id}`),
          },
          may.generate && {
            key: 'generate',
            label: t('gen.generate'),
            run: () => quietly(saveZip([table.id])),
          },
          may.sync && { key: 'sync', label: t('gen.sync'), run: () => quietly(sync(table)) },
          remove,
        ]}
        batchActions={(tables) =>
          may.generate && (
            <Button size="small" onClick={() => quietly(saveZip(tables.map(({ id }) => id)))}>
              {t('gen.generate')}
            </Button>
          )
        }
        emptyText={t('gen.empty')}
      />
      {isImporting && <ImportDialog onDone={refresh} onClose={() => setImporting(false)} />}
      {previewed && <PreviewDrawer table={previewed} onClose={() => setPreviewed(undefined)} />}
    </>
  )
}
