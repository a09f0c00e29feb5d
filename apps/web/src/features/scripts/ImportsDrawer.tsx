import { type Script, type ScriptImport, scripts } from '@fleetdeck/contract/scripts'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Table, Tag } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { shown, showSuccess } from '../../api/feedback.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'

interface ImportsDrawerProps {
  script: Script
  onChanged: () => unknown
  onClose: () => void
}

const isNewer = ({ isExact, version, newest }: ScriptImport) =>
  !isExact && version !== null && version !== newest

function StateTag({ module }: { module: ScriptImport }) {
  const t = useText()
  if (module.version === null) return <Tag color="error">{t('script.importDeleted')}</Tag>
  if (module.isExact) return <Tag>{t('script.importExact')}</Tag>
  if (!isNewer(module)) return <Tag color="success">{t('script.importNewest')}</Tag>
  return <Tag color="warning">{t('script.importNewer', { version: module.newest ?? '' })}</Tag>
}

const buildColumns = (t: Translate) => [
  {
    key: 'name',
    title: t('script.importName'),
    render: (_: unknown, { name }: ScriptImport) => <code>{name}</code>,
  },
  {
    key: 'script',
    title: t('script.name'),
    render: (_: unknown, { scriptName }: ScriptImport) => scriptName ?? '–',
  },
  {
    key: 'version',
    title: t('script.version'),
    render: (_: unknown, { version }: ScriptImport) => version ?? '–',
  },
  {
    key: 'state',
    title: t('script.importState'),
    render: (_: unknown, module: ScriptImport) => <StateTag module={module} />,
  },
]

/** What the active version of a script imports, and the update to the present versions. */
export function ImportsDrawer({ script, onChanged, onClose }: ImportsDrawerProps) {
  const t = useText()
  const mayEdit = useMay(scripts.edit.permission)
  const [isUpdating, setUpdating] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: [scripts.list.path, 'imports', script.id],
    queryFn: ({ signal }) => call(scripts.imports, { query: { id: script.id }, signal }),
    meta: { silent: true },
  })
  const update = async () => {
    setUpdating(true)
    try {
      await shown(call(scripts.updateImports, { body: { id: script.id } }))
      showSuccess(t('table.saved'))
      await onChanged()
      await refetch()
    } finally {
      setUpdating(false)
    }
  }
  const canUpdate = data?.some((module) => module.version === null || isNewer(module)) ?? false
  const updateButton = mayEdit && (
    <Button
      type="primary"
      disabled={!canUpdate}
      loading={isUpdating}
      onClick={() => void update().catch(() => undefined)}
    >
      {t('script.updateImports')}
    </Button>
  )
  return (
    <Drawer
      open
      size={720}
      title={`${t('script.imports')} · ${script.scriptName} ${script.version}`}
      extra={updateButton}
      onClose={onClose}
    >
      {error ? (
        <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <p>{t('script.importsHint')}</p>
          <Table
            size="small"
            rowKey="name"
            columns={buildColumns(t)}
            dataSource={data ?? []}
            loading={!data}
            pagination={false}
            scroll={{ x: 'max-content' }}
          />
        </>
      )}
    </Drawer>
  )
}
