import { type Script, type ScriptVersion, scripts } from '@fleetdeck/contract/scripts'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Table, Tag } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ask, shown, showSuccess } from '../../api/feedback.ts'
import { byteText } from '../../components/byte-text.ts'
import { VersionComparison } from '../../components/code/VersionComparison.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { CommitText } from '../../components/script-file/CommitText.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { listText, type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { SignVersion } from './SignVersion.tsx'
import { StaleSourceNotice } from './SourceNotice.tsx'

interface VersionsDrawerProps {
  script: Script
  onChanged: () => unknown
  onClose: () => void
}

const buildColumns = (t: Translate) => [
  {
    key: 'version',
    title: t('script.version'),
    render: (_: unknown, { version, isCurrent, isHot }: ScriptVersion) => (
      <>
        {version} {isCurrent && <Tag color="success">{t('script.current')}</Tag>}
        {isHot && <Tag>{t('script.hotVersion')}</Tag>}
      </>
    ),
  },
  { key: 'note', title: t('script.note'), dataIndex: 'note', ellipsis: true },
  {
    key: 'commit',
    title: t('scriptSource.commit'),
    render: (_: unknown, { commit }: ScriptVersion) =>
      commit ? <CommitText commit={commit} isShort /> : '–',
  },
  {
    key: 'file',
    title: t('script.md5'),
    render: (_: unknown, { fileMd5, size }: ScriptVersion) => (
      <span title={fileMd5}>
        <code>{fileMd5.slice(0, 8)}</code> · {byteText(size)}
      </span>
    ),
  },
  {
    key: 'signedBy',
    title: t('author.signedBy'),
    render: (_: unknown, { signedBy }: ScriptVersion) => listText(signedBy) || '–',
  },
  {
    key: 'at',
    title: t('script.savedAt'),
    render: (_: unknown, { createdAt, userName, commit }: ScriptVersion) => (
      <>
        <TimeText value={createdAt} /> {userName ?? commit?.author}
      </>
    ),
  },
]

/** Two versions side by side, the older one on the left. */
function Comparison({ chosen, onClose }: { chosen: ScriptVersion[]; onClose: () => void }) {
  const pair = [...chosen].sort((one, other) => one.id - other.id)
  return (
    <VersionComparison
      title={pair.map(({ version }) => version).join(' → ')}
      sources={pair.map(({ id }) => ({ versionId: id }))}
      onClose={onClose}
    />
  )
}

/** All versions of a script: compare two, or restore one. */
export function VersionsDrawer({ script, onChanged, onClose }: VersionsDrawerProps) {
  const t = useText()
  const mayRollBack = useMay(scripts.rollback.permission)
  const maySee = useMay(scripts.text.permission)
  const [chosen, setChosen] = useState<ScriptVersion[]>([])
  const [isComparing, setComparing] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: [scripts.list.path, 'versions', script.id],
    queryFn: ({ signal }) => call(scripts.versions, { query: { id: script.id }, signal }),
    meta: { silent: true },
  })
  const rollBack = async ({ id, version }: ScriptVersion) => {
    const isConfirmed = await ask({
      title: t('script.rollbackTitle', { version }),
      content: t('script.rollbackHint'),
      okText: t('script.rollback'),
      cancelText: t('table.cancel'),
    })
    if (!isConfirmed) return
    await shown(call(scripts.rollback, { body: { id: script.id, versionId: id } }))
    showSuccess(t('table.saved'))
    await onChanged()
    await refetch()
  }
  const columns = [
    ...buildColumns(t),
    ...(maySee
      ? [
          {
            key: 'sign',
            width: 80,
            render: (_: unknown, version: ScriptVersion) => (
              <SignVersion version={version} onSigned={() => void refetch()} />
            ),
          },
        ]
      : []),
    ...(mayRollBack
      ? [
          {
            key: 'actions',
            width: 90,
            render: (_: unknown, version: ScriptVersion) =>
              !version.isCurrent && (
                <Button
                  type="link"
                  size="small"
                  onClick={() => void rollBack(version).catch(() => undefined)}
                >
                  {t('script.rollback')}
                </Button>
              ),
          },
        ]
      : []),
  ]
  return (
    <Drawer
      open
      size={860}
      title={t('script.versionsOf', { name: script.scriptName })}
      onClose={onClose}
      extra={
        maySee && (
          <Button disabled={chosen.length !== 2} onClick={() => setComparing(true)}>
            {t('script.compare')}
          </Button>
        )
      }
    >
      <StaleSourceNotice source={script.source} />
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />}
      {!error && (
        <Table
          size="small"
          rowKey="id"
          loading={!data}
          dataSource={data ?? []}
          columns={columns}
          pagination={false}
          scroll={{ x: 640 }}
          {...(maySee && {
            rowSelection: {
              selectedRowKeys: chosen.map(({ id }) => id),
              // Keeps the two that were checked last.
              onChange: (_: unknown, rows: ScriptVersion[]) => setChosen(rows.slice(-2)),
              hideSelectAll: true,
              getCheckboxProps: ({ version }) => ({ 'aria-label': version }),
            },
          })}
        />
      )}
      {isComparing && <Comparison chosen={chosen} onClose={() => setComparing(false)} />}
    </Drawer>
  )
}
