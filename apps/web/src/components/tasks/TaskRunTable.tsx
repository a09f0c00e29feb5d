import { type DeliveryState, deliveryStates } from '@fleetdeck/contract/delivery'
import { type TaskRun, taskRuns } from '@fleetdeck/contract/task-runs'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Checkbox, Input, Select, Table, type TableColumnType } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { type Translate, useText } from '../../app/language.ts'
import { DeliveryBadge } from '../delivery/DeliveryBadge.tsx'
import { deliveryTexts } from '../delivery/delivery-state.ts'
import { devicePageOf } from '../device-panel/device-page.ts'
import { EmptyState } from '../EmptyState.tsx'
import { ErrorState } from '../ErrorState.tsx'
import { useQuiet } from '../pickers/use-quiet.ts'
import { TimeText } from '../TimeText.tsx'
import { RunDetails } from './RunDetails.tsx'
import { TaskReasonText } from './TaskReasonText.tsx'
import styles from './task-runs.module.css'

const pageSize = 20

interface TaskRunTableProps {
  /** Of one task, or of one device. */
  filter: { taskId: number } | { deviceId: number }
}

const columnsOf = (t: Translate, ofTask: boolean): TableColumnType<TaskRun>[] => [
  ofTask
    ? {
        key: 'deviceNo',
        title: t('device.number'),
        width: 120,
        render: (_, { deviceNo, deviceId }) =>
          deviceId ? <Link to={devicePageOf(deviceNo)}>{deviceNo}</Link> : deviceNo,
      }
    : { key: 'taskName', title: t('task.name'), width: 150, render: (_, { taskName }) => taskName },
  {
    key: 'state',
    title: t('task.state'),
    width: 110,
    render: (_, { state }) => <DeliveryBadge state={state} />,
  },
  { key: 'why', title: t('task.why'), render: (_, run) => <TaskReasonText run={run} /> },
  {
    key: 'changedAt',
    title: t('task.changed'),
    width: 120,
    render: (_, { changedAt }) => <TimeText value={changedAt} />,
  },
]

/** Runs of a task, at first the newest of each phone, or all on one device. */
export function TaskRunTable({ filter }: TaskRunTableProps) {
  const t = useText()
  const ofTask = 'taskId' in filter
  const [state, setState] = useState<DeliveryState>()
  const [deviceNo, setDeviceNo] = useState('')
  const [isAll, setAll] = useState(!ofTask)
  const [pageNum, setPage] = useState(1)
  const searched = useQuiet(deviceNo)
  const query = {
    ...filter,
    ...(!isAll && { newest: '1' as const }),
    ...{ state, deviceNo: searched || undefined, pageNum, pageSize },
  }
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [taskRuns.list.path, query],
    queryFn: ({ signal }) => call(taskRuns.list, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
  const first =
    <Args extends unknown[]>(change: (...args: Args) => void) =>
    (...args: Args) => {
      change(...args)
      setPage(1)
    }
  if (error) return <ErrorState title={t('task.runs')} error={error} onRetry={() => void refetch()} />
  return (
    <>
      <div className={styles.filters}>
        <Select<DeliveryState>
          allowClear
          className={styles.filter ?? ''}
          aria-label={t('task.state')}
          placeholder={t('task.state')}
          value={state ?? null}
          onChange={first((value) => setState(value ?? undefined))}
          options={deliveryStates.map((value) => ({ value, label: t(deliveryTexts[value]) }))}
        />
        {ofTask && (
          <>
            <Input
              allowClear
              className={styles.filter ?? ''}
              aria-label={t('device.number')}
              placeholder={t('device.number')}
              value={deviceNo}
              maxLength={64}
              onChange={first((event) => setDeviceNo(event.target.value))}
            />
            <Checkbox checked={isAll} onChange={first((event) => setAll(event.target.checked))}>
              {t('task.earlierRuns')}
            </Checkbox>
          </>
        )}
      </div>
      <Table<TaskRun>
        rowKey="id"
        size="small"
        loading={isPending}
        dataSource={data?.list ?? []}
        columns={columnsOf(t, ofTask)}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <EmptyState text={t('task.noRuns')} /> }}
        expandable={{ expandedRowRender: (run) => <RunDetails run={run} /> }}
        pagination={{
          current: pageNum,
          pageSize,
          total: data?.total ?? 0,
          size: 'small',
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: setPage,
        }}
      />
    </>
  )
}
