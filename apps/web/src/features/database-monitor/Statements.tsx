import { databaseMonitor, type StatementInfo } from '@fleetdeck/contract/database-monitor'
import { formatAmount, formatNumber } from '@fleetdeck/i18n/formats'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, Table, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { shown } from '../../api/feedback.ts'
import { CutText } from '../../components/CutText.tsx'
import panels from '../../components/panels/panels.module.css'
import { fullTime } from '../../components/time-text.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'

const orders = ['totalMs', 'maxMs', 'averageMs', 'count'] as const
type Order = (typeof orders)[number]
const reloadMs = 10_000

/** Statements executed by the answering server, with their durations. */
export function Statements() {
  const t = useText()
  const [by, setBy] = useState<Order>('totalMs')
  const mayReset = useMay(databaseMonitor.reset.permission)
  const { data, refetch } = useQuery({
    queryKey: [databaseMonitor.statements.path, by],
    queryFn: ({ signal }) => call(databaseMonitor.statements, { query: { by }, signal }),
    refetchInterval: reloadMs,
    placeholderData: (before) => before,
  })
  const reset = () =>
    shown(call(databaseMonitor.reset))
      .then(() => refetch())
      .catch(() => undefined)
  const ms = (count: number) => formatAmount(count, 'ms')
  const columns: TableColumnsType<StatementInfo> = [
    {
      dataIndex: 'statement',
      title: t('database.statement'),
      render: (text: string) => (
        <code>
          <CutText text={text} width={520} />
        </code>
      ),
    },
    {
      dataIndex: 'count',
      title: t('database.count'),
      align: 'right',
      render: (count: number) => formatNumber(count),
    },
    { dataIndex: 'totalMs', title: t('database.totalMs'), align: 'right', render: ms },
    { dataIndex: 'averageMs', title: t('database.averageMs'), align: 'right', render: ms },
    { dataIndex: 'maxMs', title: t('database.maxMs'), align: 'right', render: ms },
    { dataIndex: 'errors', title: t('database.errors'), align: 'right' },
  ]
  return (
    <section className={panels.card} aria-label={t('database.statements')}>
      <header className={panels.cardHead}>
        <h2>{t('database.statements')}</h2>
        {data && <small>{t('database.since', { time: fullTime(data.since) })}</small>}
        <Segmented
          size="small"
          aria-label={t('database.sortBy')}
          value={by}
          onChange={setBy}
          options={orders.map((value) => ({ value, label: t(`database.${value}`) }))}
        />
        {mayReset && (
          <Button size="small" onClick={reset}>
            {t('database.reset')}
          </Button>
        )}
      </header>
      <Table
        size="small"
        rowKey="statement"
        columns={columns}
        dataSource={data?.list ?? []}
        loading={!data}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
      />
    </section>
  )
}
