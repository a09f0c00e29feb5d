import { backups } from '@fleetdeck/contract/backups'
import { jobLogs } from '@fleetdeck/contract/scheduled-jobs'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Table, type TableColumnsType } from 'antd'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { download } from '../../api/download.ts'
import { showError, shown, showSuccess } from '../../api/feedback.ts'
import { byteText } from '../../components/byte-text.ts'
import { useConfirmCount } from '../../components/ConfirmCount.tsx'
import { CopyButton } from '../../components/CopyText.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import panels from '../../components/panels/panels.module.css'
import { TimeText } from '../../components/TimeText.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { BackupName } from './BackupName.tsx'
import type { BackupList } from './backup-list.ts'
import { Encryption } from './Encryption.tsx'
import { Failure } from './Failure.tsx'
import { OtherPlace } from './OtherPlace.tsx'
import { startJob } from './start-job.ts'
import { TestRestore } from './TestRestore.tsx'

const quickMs = 2000
const slowMs = 30_000

const isAnyRunning = (data: BackupList | undefined) =>
  data !== undefined && (data.isRunning || data.copy.isRunning || data.prove.isRunning)

function useBackups() {
  return useQuery({
    queryKey: [backups.list.path],
    queryFn: ({ signal }) => call(backups.list, { signal }),
    // Polls faster while something is running.
    refetchInterval: ({ state }) => (isAnyRunning(state.data) ? quickMs : slowMs),
    meta: { silent: true },
  })
}

/** Downloads a backup, or removes it after confirmation. */
function useBackupActions(changed: () => unknown) {
  const t = useText()
  const confirm = useConfirmCount()
  const save = ({ fileName }: Backup) =>
    download(fileName, { endpoint: backups.download, query: {} }).catch(showError)
  const remove = ({ fileName }: Backup) =>
    confirm({
      title: t('backup.removeTitle', { name: fileName }),
      names: [],
      hint: t('backup.removeHint'),
      okText: t('backup.remove'),
      run: async () => {
        await shown(call(backups.remove, { body: { fileName } }))
        showSuccess(t('backup.removed'))
        await changed()
      },
    })
  return { save, remove }
}

type Backup = BackupList['list'][number]

interface Actions {
  /** The program that restores. */
  command: string
  save: ((backup: Backup) => unknown) | false
  remove: ((backup: Backup) => unknown) | false
}

const buildColumns = (t: Translate, { command, save, remove }: Actions): TableColumnsType<Backup> => [
  {
    dataIndex: 'fileName',
    title: t('backup.file'),
    render: (name: string) => <BackupName name={name} />,
  },
  {
    dataIndex: 'beforeUpgradeTo',
    title: t('backup.kind'),
    render: (version: string | null) =>
      version === null ? t('backup.ordinary') : t('backup.beforeUpgrade', { version }),
  },
  { dataIndex: 'size', title: t('backup.size'), align: 'right', render: byteText },
  { dataIndex: 'madeAt', title: t('backup.madeAt'), render: (at: string) => <TimeText value={at} /> },
  {
    key: 'actions',
    title: t('backup.actions'),
    render: (_, backup) => (
      <>
        {save && (
          <Button type="link" size="small" onClick={() => save(backup)}>
            {t('backup.download')}
          </Button>
        )}
        <CopyButton text={`${command} restore ${backup.fileName}`} label={t('backup.restoreCommand')} />
        {remove && (
          <Button type="link" size="small" danger onClick={() => remove(backup)}>
            {t('backup.remove')}
          </Button>
        )}
      </>
    ),
  },
]

/** Copies of database and files, made by a job or manually, stored in the data folder. */
export function BackupsPage() {
  const t = useText()
  const navigate = useNavigate()
  const { data, error, refetch } = useBackups()
  const actions = useBackupActions(refetch)
  const mayMake = useMay(backups.add.permission)
  const maySave = useMay(backups.download.permission)
  const mayRemove = useMay(backups.remove.permission)
  const seesLog = useMay(jobLogs.list.permission)
  const make = () => startJob(backups.add, t('backup.started'), refetch)
  const makeButton = mayMake && (
    <Button type="primary" loading={data?.isRunning === true} onClick={make}>
      {t(data?.isRunning ? 'backup.making' : 'backup.make')}
    </Button>
  )
  const logAddress = `/job/log?${new URLSearchParams({ jobName: t('job.target.backup') })}`
  return (
    <section className={panels.page} aria-label={t('backup.title')}>
      <header className={panels.head}>
        <h1>{t('backup.title')}</h1>
        <span className={panels.headTools}>
          {seesLog && <Button onClick={() => navigate(logAddress)}>{t('backup.log')}</Button>}
          {makeButton}
        </span>
      </header>
      {data && (
        <Alert
          type="info"
          showIcon
          title={t('backup.hint', { command: data.command })}
          description={t('backup.secret')}
        />
      )}
      {data?.make.failure && <Failure title={t('backup.makeFailed')} failure={data.make.failure} />}
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => refetch()} />}
      {!error && (
        <div className={panels.card}>
          <Table
            size="middle"
            rowKey="fileName"
            loading={!data}
            columns={buildColumns(t, {
              command: data?.command ?? '',
              save: maySave && actions.save,
              remove: mayRemove && actions.remove,
            })}
            dataSource={data?.list ?? []}
            scroll={{ x: 'max-content' }}
            pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
            locale={{ emptyText: <EmptyState text={t('backup.empty')}>{makeButton}</EmptyState> }}
          />
        </div>
      )}
      {data && !error && <Encryption data={data} reload={refetch} />}
      {data && !error && <OtherPlace data={data} reload={refetch} />}
      {data && !error && <TestRestore data={data} reload={refetch} />}
    </section>
  )
}
