import { DownloadOutlined } from '@ant-design/icons'
import { type Bill, type BillRow, maxBillMonths } from '@fleetdeck/contract/tenants'
import { formatNumber } from '@fleetdeck/i18n/formats'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, DatePicker, Skeleton, Table, type TableColumnType } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useId, useState } from 'react'
import { download } from '../../api/download.ts'
import { type Translate, useText } from '../../ground/language.ts'
import { siteText } from '../../ground/site-zone.ts'
import { EmptyState } from '../EmptyState.tsx'
import { ErrorState } from '../ErrorState.tsx'
import styles from './tenants.module.css'

interface Months {
  from: string
  to: string
}
interface BillViewProps {
  queryKey: readonly unknown[]
  load: (month: string, signal: AbortSignal) => Promise<Bill>
  exportBill: (months: Months) => Promise<{ fileName: string }>
  /** One account: its name needs no column. */
  isOwn?: boolean
}

const format = 'YYYY-MM'
/** In the site's zone. */
const thisMonth = () => siteText(new Date()).slice(0, 7)
const isLater = (month: Dayjs) => month.format(format) > thisMonth()
const shownRows = 50

/** The use of accounts in a month, and the bill of several months as a file. */
export function BillView({ queryKey, load, exportBill, isOwn = false }: BillViewProps) {
  const t = useText()
  const monthId = useId()
  const [month, setMonth] = useState(thisMonth)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...queryKey, month],
    queryFn: ({ signal }) => load(month, signal),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
  return (
    <div className={styles.bill}>
      <div className={styles.billTools}>
        <label htmlFor={monthId}>
          {t('tenants.month')}
          <DatePicker
            id={monthId}
            picker="month"
            allowClear={false}
            format={format}
            disabledDate={isLater}
            value={dayjs(month, format)}
            onChange={(picked) => picked && setMonth(picked.format(format))}
          />
        </label>
        <BillExport key={month} month={month} exportBill={exportBill} />
      </div>
      {error && <ErrorState title={t('tenants.billFailed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active />}
      {data && (
        <div aria-busy={isFetching}>
          <BillRows bill={data} isOwn={isOwn} />
        </div>
      )}
    </div>
  )
}

function BillExport({ month, exportBill }: { month: string; exportBill: BillViewProps['exportBill'] }) {
  const t = useText()
  const id = useId()
  const [months, setMonths] = useState<Months>({ from: month, to: month })
  const exporting = useMutation({
    mutationFn: async () => {
      const { fileName } = await exportBill(months)
      await download(fileName)
    },
  })
  const count = dayjs(months.to, format).diff(dayjs(months.from, format), 'month') + 1
  return (
    <div className={styles.billExport}>
      <label htmlFor={id}>
        {t('tenants.exportMonths')}
        <DatePicker.RangePicker
          id={id}
          picker="month"
          allowClear={false}
          format={format}
          disabledDate={isLater}
          status={count > maxBillMonths ? 'error' : ''}
          value={[dayjs(months.from, format), dayjs(months.to, format)]}
          onChange={(picked) => {
            const [from, to] = picked ?? []
            if (from && to) setMonths({ from: from.format(format), to: to.format(format) })
          }}
        />
      </label>
      <Button
        icon={<DownloadOutlined />}
        loading={exporting.isPending}
        disabled={count > maxBillMonths}
        title={count > maxBillMonths ? t('tenants.tooManyMonths', { count: maxBillMonths }) : ''}
        onClick={() => exporting.mutate()}
      >
        {t('table.export')}
      </Button>
    </div>
  )
}

const countColumn = <Row extends object>(key: string, title: string): TableColumnType<Row> => ({
  key,
  dataIndex: key,
  title,
  align: 'right',
  render: (count: number) => formatNumber(count),
})

const accountColumn = (t: Translate): TableColumnType<BillRow> => ({
  key: 'userName',
  title: t('tenants.account'),
  render: (_, { userName, nickName }) => (
    <>
      {userName} {nickName !== userName && <span className={styles.faint}>{nickName}</span>}
    </>
  ),
})

function BillRows({ bill, isOwn }: { bill: Bill; isOwn: boolean }) {
  const t = useText()
  const planName = (name: string) => name || t('tenants.noPlan')
  const plan = { key: 'planName', dataIndex: 'planName', title: t('tenants.plan'), render: planName }
  const incomplete = bill.recordedDays < bill.days && (
    <Alert
      type="warning"
      showIcon
      title={t('tenants.incomplete', { recorded: bill.recordedDays, days: bill.days })}
      description={t('tenants.incompleteHint')}
    />
  )
  if (bill.rows.length === 0)
    return (
      <>
        {incomplete}
        <EmptyState text={t(isOwn ? 'tenants.billEmptyOwn' : 'tenants.billEmpty')} />
      </>
    )
  const total = bill.plans.reduce((sum, { deviceDays }) => sum + deviceDays, 0)
  return (
    <div className={styles.bill}>
      {incomplete}
      {!isOwn && (
        <section aria-label={t('tenants.byPlan')}>
          <h3>{t('tenants.byPlan')}</h3>
          <Table
            size="small"
            rowKey="planName"
            pagination={false}
            dataSource={bill.plans}
            columns={[
              plan,
              countColumn('accounts', t('tenants.accounts')),
              countColumn('deviceDays', t('tenants.deviceDays')),
            ]}
            summary={() => (
              <Table.Summary.Row>
                <Table.Summary.Cell index={0} colSpan={2}>
                  <strong>{t('tenants.total')}</strong>
                </Table.Summary.Cell>
                <Table.Summary.Cell index={2} align="right">
                  <strong>{formatNumber(total)}</strong>
                </Table.Summary.Cell>
              </Table.Summary.Row>
            )}
          />
        </section>
      )}
      <section aria-label={t(isOwn ? 'tenants.byPlan' : 'tenants.byAccount')}>
        <h3>{t(isOwn ? 'tenants.byPlan' : 'tenants.byAccount')}</h3>
        <Table<BillRow>
          size="small"
          rowKey={({ userId, planName: name }) => `${userId} ${name}`}
          dataSource={bill.rows}
          scroll={{ x: 'max-content' }}
          pagination={{ pageSize: shownRows, size: 'small', hideOnSinglePage: true, showSizeChanger: false }}
          columns={[
            ...(isOwn ? [] : [accountColumn(t)]),
            plan,
            countColumn('days', t('tenants.billDays')),
            countColumn('deviceDays', t('tenants.deviceDays')),
            countColumn('mostDevices', t('tenants.mostDevices')),
          ]}
        />
      </section>
      <p className={styles.note}>{t('tenants.deviceDaysHint')}</p>
    </div>
  )
}
