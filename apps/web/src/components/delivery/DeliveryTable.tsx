import { type DeliveryState, deliveryStates } from '@fleetdeck/contract/delivery'
import type { DeviceId } from '@fleetdeck/contract/ids'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Input, Select, Table, type TableColumnType } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../ground/language.ts'
import { orUndefined } from '../blank-values.ts'
import { devicePath } from '../device-panel/device-page.ts'
import { EmptyState } from '../EmptyState.tsx'
import { ErrorState } from '../ErrorState.tsx'
import { useDebounced } from '../pickers/use-debounced.ts'
import { TimeText } from '../TimeText.tsx'
import { DeliveryBadge } from './DeliveryBadge.tsx'
import styles from './delivery.module.css'
import { deliveryTexts } from './delivery-state.ts'

const pageSize = 20

/** For one result of each phone. */
export const byNumber = { orderByColumn: 'deviceNo', isAsc: 'asc' } as const

/** The fields common to all orders to one phone. */
interface Delivered {
  id: number
  /** Null when the device was deleted. */
  deviceId: DeviceId | null
  deviceNo: string
  state: DeliveryState
  changedAt: string
}

interface DeliveryQuery {
  state: DeliveryState | undefined
  deviceNo: string | undefined
  pageNum: number
  pageSize: number
}

interface DeliveryTableProps<Row extends Delivered> {
  texts: Record<'title' | 'none' | 'device' | 'state' | 'why' | 'changed', TextKey>
  /** Other conditions of the rows; a changed key reloads them. */
  queryKey: readonly unknown[]
  load: (query: DeliveryQuery, signal: AbortSignal) => Promise<{ list: Row[]; total: number }>
  /** For one device: the name of the order, instead of the device. */
  order?: TableColumnType<Row> | undefined
  reason: (row: Row) => ReactNode
  details: (row: Row) => ReactNode
  /** Shown next to the filters. */
  extra?: ReactNode
  /** Shown at the end of a row. */
  action?: ((row: Row) => ReactNode) | undefined
}

/** The results of an order per phone, or of all orders on one phone: filtered, paged, with details below a row. */
export function DeliveryTable<Row extends Delivered>(props: DeliveryTableProps<Row>) {
  const { texts, queryKey, load, order, reason, details, extra, action } = props
  const t = useText()
  const [state, setState] = useState<DeliveryState>()
  const [deviceNo, setDeviceNo] = useState('')
  const [page, setPage] = useState({ of: '', number: 1 })
  const searched = useDebounced(deviceNo)
  // A changed filter starts at the first page.
  const of = JSON.stringify([queryKey, state, searched])
  const pageNum = page.of === of ? page.number : 1
  const query = { state, deviceNo: searched || undefined, pageNum, pageSize }
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...queryKey, query],
    queryFn: ({ signal }) => load(query, signal),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
  const columns: TableColumnType<Row>[] = [
    order ?? {
      key: 'deviceNo',
      title: t(texts.device),
      width: 120,
      render: (_, row) =>
        row.deviceId ? <Link to={devicePath(row.deviceNo)}>{row.deviceNo}</Link> : row.deviceNo,
    },
    {
      key: 'state',
      title: t(texts.state),
      width: 110,
      render: (_, row) => <DeliveryBadge state={row.state} />,
    },
    { key: 'why', title: t(texts.why), render: (_, row) => reason(row) },
    {
      key: 'changedAt',
      title: t(texts.changed),
      width: 120,
      render: (_, { changedAt }) => <TimeText value={changedAt} />,
    },
    ...(action ? [{ key: 'action', width: 90, render: (_: unknown, row: Row) => action(row) }] : []),
  ]
  const failure = error && <ErrorState title={t(texts.title)} error={error} onRetry={() => void refetch()} />
  if (!data && failure) return failure
  return (
    <>
      {failure}
      <div className={styles.filters}>
        <Select<DeliveryState>
          allowClear
          className={styles.filter ?? ''}
          aria-label={t(texts.state)}
          placeholder={t(texts.state)}
          value={state ?? null}
          onChange={(value) => setState(orUndefined(value))}
          options={deliveryStates.map((value) => ({ value, label: t(deliveryTexts[value]) }))}
        />
        {!order && (
          <Input
            allowClear
            className={styles.filter ?? ''}
            aria-label={t(texts.device)}
            placeholder={t(texts.device)}
            value={deviceNo}
            maxLength={64}
            onChange={(event) => setDeviceNo(event.target.value)}
          />
        )}
        {extra}
      </div>
      <Table<Row>
        rowKey="id"
        size="small"
        loading={isPending}
        dataSource={data?.list ?? []}
        columns={columns}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <EmptyState text={t(texts.none)} /> }}
        expandable={{ expandedRowRender: details }}
        pagination={{
          current: pageNum,
          pageSize,
          total: data?.total ?? 0,
          size: 'small',
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: (number) => setPage({ of, number }),
        }}
      />
    </>
  )
}
