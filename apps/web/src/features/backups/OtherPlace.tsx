import { backups } from '@fleetdeck/contract/backups'
import type { DataOf } from '@fleetdeck/contract/endpoint'
import { siteConfig } from '@fleetdeck/contract/site-config'
import { useQuery } from '@tanstack/react-query'
import { Button, Table, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { showError, showFailure, showSuccess } from '../../api/feedback.ts'
import { byteText } from '../../components/byte-text.ts'
import { CopyButton } from '../../components/CopyText.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import panels from '../../components/panels/panels.module.css'
import { TimeText } from '../../components/TimeText.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { BackupName } from './BackupName.tsx'
import type { BackupList } from './backup-list.ts'
import { Failure } from './Failure.tsx'
import { startJob } from './start-job.ts'

type Copy = DataOf<typeof backups.copies>['list'][number]

const buildColumns = (t: Translate, command: string): TableColumnsType<Copy> => [
  { dataIndex: 'fileName', title: t('backup.file'), render: (name: string) => <BackupName name={name} /> },
  { dataIndex: 'size', title: t('backup.size'), align: 'right', render: byteText },
  { dataIndex: 'madeAt', title: t('backup.copiedAt'), render: (at: string) => <TimeText value={at} /> },
  {
    dataIndex: 'address',
    title: t('backup.restoreCommand'),
    render: (address: string) => (
      <CopyButton text={`${command} restore '${address}'`} label={t('backup.copyCommand')} />
    ),
  },
]

interface CopiesProps {
  place: string
  /** The program that restores them. */
  command: string
  copiedAt: string | null
}

/** The copies at the other place, which is asked again after each copy. */
function Copies({ place, command, copiedAt }: CopiesProps) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: [backups.copies.path, place, copiedAt],
    queryFn: ({ signal }) => call(backups.copies, { signal }),
    meta: { silent: true },
  })
  if (error) return <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => refetch()} />
  if (data?.failure) return null
  return (
    <>
      <Table
        size="small"
        rowKey="fileName"
        loading={!data}
        columns={buildColumns(t, command)}
        dataSource={data?.list ?? []}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 5, hideOnSinglePage: true, showSizeChanger: false }}
        locale={{ emptyText: t('backup.noCopies') }}
      />
      {place.startsWith('s3://') && <small>{t('backup.restoreHint')}</small>}
    </>
  )
}

function TestButton() {
  const t = useText()
  const [isTesting, setTesting] = useState(false)
  const test = () => {
    setTesting(true)
    call(backups.testPlace)
      .then(({ failure }) =>
        failure
          ? showFailure(
              `${t('backup.testFailed')}: ${t(`backup.reason.${failure.reason}`)} ${failure.detail}`,
            )
          : showSuccess(t('backup.testPassed')),
      )
      .catch(showError)
      .finally(() => setTesting(false))
  }
  return (
    <Button loading={isTesting} onClick={test}>
      {t('backup.testPlace')}
    </Button>
  )
}

/** The place that backups are copied to, the results, and the copies there. */
export function OtherPlace({ data, reload }: { data: BackupList; reload: () => unknown }) {
  const t = useText()
  const navigate = useNavigate()
  const mayCopy = useMay(backups.copy.permission)
  const maySet = useMay(siteConfig.list.permission)
  const { place, command, copy } = data
  const copyNow = () => startJob(backups.copy, t('backup.copyStarted'), reload)
  return (
    <section className={panels.card} aria-label={t('backup.place')}>
      <div className={panels.cardHead}>
        <h2>{t('backup.place')}</h2>
        <small>{place && <code style={{ overflowWrap: 'anywhere' }}>{place}</code>}</small>
        <span className={panels.headTools}>
          {maySet && <Button onClick={() => navigate('/site/config')}>{t('/site/config')}</Button>}
          {place && mayCopy && <TestButton />}
          {place && mayCopy && (
            <Button loading={copy.isRunning} onClick={copyNow}>
              {t(copy.isRunning ? 'backup.copying' : copy.failure ? 'backup.copyAgain' : 'backup.copyNow')}
            </Button>
          )}
        </span>
      </div>
      {place === '' && t('backup.placeNone')}
      {place !== '' && (
        <div className={panels.page}>
          {copy.failure && <Failure title={t('backup.copyFailed')} failure={copy.failure} />}
          <span>
            {copy.succeededAt ? t('backup.copiedAt') : t('backup.copiedNever')}{' '}
            {copy.succeededAt && <TimeText value={copy.succeededAt} />} <code>{copy.fileName}</code>
          </span>
          <Copies place={place} command={command} copiedAt={copy.succeededAt} />
        </div>
      )}
    </section>
  )
}
