import { type DatabaseInfo, databaseMonitor } from '@fleetdeck/contract/database-monitor'
import { formatAmount, formatNumber } from '@fleetdeck/i18n/formats'
import { useQuery } from '@tanstack/react-query'
import { Skeleton, Table, type TableColumnsType } from 'antd'
import { call } from '../../api/call.ts'
import { byteText } from '../../components/byte-text.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { InfoList } from '../../components/panels/InfoList.tsx'
import panels from '../../components/panels/panels.module.css'
import { TimeText } from '../../components/TimeText.tsx'
import { listText, useText } from '../../ground/language.ts'
import { Statements } from './Statements.tsx'

const reloadMs = 10_000

/** As PostgreSQL calls them. */
const connectionStates: Record<string, 'active' | 'idle' | 'inTransaction' | 'aborted'> = {
  active: 'active',
  idle: 'idle',
  'idle in transaction': 'inTransaction',
  'idle in transaction (aborted)': 'aborted',
}

function Overview({ info }: { info: DatabaseInfo }) {
  const t = useText()
  const { pool } = info
  return (
    <div className={panels.tables}>
      <InfoList
        title={t('database.name')}
        rows={[
          [t('database.kind'), t(`database.kind.${info.kind}`)],
          [t('database.version'), info.version],
          [t('database.name'), info.databaseName],
          [t('database.size'), byteText(info.size)],
          [t('database.started'), info.startedAt ? <TimeText key="at" value={info.startedAt} /> : '–'],
        ]}
      />
      <InfoList
        title={t('database.connections')}
        rows={[
          [t('database.pool'), `${pool.open} / ${pool.most}`],
          [t('database.waiting'), pool.waiting],
          ...info.connections.map(
            ({ state, count }) =>
              [t(`database.connection.${connectionStates[state] ?? 'other'}`), count] as const,
          ),
        ]}
      />
    </div>
  )
}

type TableSize = DatabaseInfo['tables'][number]
type Lock = DatabaseInfo['locks'][number]

function Tables({ tables }: { tables: TableSize[] }) {
  const t = useText()
  const number = (value: number) => formatNumber(value)
  const columns: TableColumnsType<TableSize> = [
    { dataIndex: 'name', title: t('database.table'), render: (name: string) => <code>{name}</code> },
    {
      dataIndex: 'bytes',
      title: t('database.size'),
      align: 'right',
      render: byteText,
      sorter: (a, b) => a.bytes - b.bytes,
    },
    { dataIndex: 'indexBytes', title: t('database.indexes'), align: 'right', render: byteText },
    {
      dataIndex: 'rows',
      title: t('database.rows'),
      align: 'right',
      render: number,
      sorter: (a, b) => a.rows - b.rows,
    },
    { dataIndex: 'deadRows', title: t('database.dead'), align: 'right', render: number },
  ]
  return (
    <section className={panels.card} aria-label={t('database.tables')}>
      <h2>{t('database.tables')}</h2>
      <Table
        size="small"
        rowKey="name"
        columns={columns}
        dataSource={tables}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
      />
    </section>
  )
}

function Locks({ locks }: { locks: Lock[] }) {
  const t = useText()
  const columns: TableColumnsType<Lock> = [
    { dataIndex: 'pid', title: t('database.pid') },
    {
      dataIndex: 'blockedBy',
      title: t('database.blockedBy'),
      render: (pids: number[]) => listText(pids.map(String)),
    },
    { dataIndex: 'relation', title: t('database.relation') },
    {
      dataIndex: 'waitMs',
      title: t('database.wait'),
      align: 'right',
      render: (count: number) => formatAmount(count, 'ms'),
    },
    { dataIndex: 'statement', title: t('database.statement'), render: (text: string) => <code>{text}</code> },
  ]
  return (
    <section className={panels.card} aria-label={t('database.locks')}>
      <h2>{t('database.locks')}</h2>
      {locks.length === 0 ? (
        t('database.noLocks')
      ) : (
        <Table size="small" rowKey="pid" columns={columns} dataSource={locks} pagination={false} />
      )}
    </section>
  )
}

/** Size and tables of the database, its connections, locks and slow statements. */
export function DatabaseMonitorPage() {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: [databaseMonitor.info.path],
    queryFn: ({ signal }) => call(databaseMonitor.info, { signal }),
    refetchInterval: reloadMs,
    meta: { silent: true },
  })
  return (
    <section className={panels.page} aria-label={t('database.title')}>
      <header className={panels.head}>
        <h1>{t('database.title')}</h1>
      </header>
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton active />}
      {data && (
        <>
          <Overview info={data} />
          <Statements />
          <Tables tables={data.tables} />
          <Locks locks={data.locks} />
        </>
      )}
    </section>
  )
}
