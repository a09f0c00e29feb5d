import { type CommandRun, commands } from '@fleetdeck/contract/commands'
import { type DeliveryState, deliveryStates } from '@fleetdeck/contract/delivery'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Input, Select, Table, type TableColumnType } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../app/language.ts'
import { DeliveryBadge } from '../delivery/DeliveryBadge.tsx'
import { deliveryTexts } from '../delivery/delivery-state.ts'
import { devicePageOf } from '../device-panel/device-page.ts'
import { EmptyState } from '../EmptyState.tsx'
import { ErrorState } from '../ErrorState.tsx'
import { TimeText } from '../TimeText.tsx'
import { commandIcons, commandTexts } from './command-kinds.tsx'
import styles from './commands.module.css'
import { ReasonText } from './ReasonText.tsx'
import { RunLines } from './RunLines.tsx'

const pageSize = 20

interface RunTableProps {
  /** Of one command, or of one device. */
  filter: { commandId: number } | { deviceId: number }
}

function useColumns(ofCommand: boolean): TableColumnType<CommandRun>[] {
  const t = useText()
  return [
    ofCommand
      ? {
          key: 'deviceNo',
          title: t('command.device'),
          width: 130,
          render: (_, { deviceNo, deviceId }) =>
            deviceId ? <Link to={devicePageOf(deviceNo)}>{deviceNo}</Link> : deviceNo,
        }
      : {
          key: 'command',
          title: t('command.kind'),
          width: 150,
          render: (_, { command }) => (
            <>
              {commandIcons[command]} {t(commandTexts[command])}
            </>
          ),
        },
    {
      key: 'state',
      title: t('command.state'),
      width: 110,
      render: (_, { state }) => <DeliveryBadge state={state} />,
    },
    { key: 'why', title: t('command.why'), render: (_, run) => <ReasonText run={run} /> },
    {
      key: 'changedAt',
      title: t('command.changed'),
      width: 120,
      render: (_, { changedAt }) => <TimeText value={changedAt} />,
    },
  ]
}

/** What became of a command on each phone, or of all commands on one. */
export function RunTable({ filter }: RunTableProps) {
  const t = useText()
  const [state, setState] = useState<DeliveryState>()
  const [deviceNo, setDeviceNo] = useState('')
  const [pageNum, setPage] = useState(1)
  const ofCommand = 'commandId' in filter
  const query = { ...filter, state, deviceNo: deviceNo || undefined, pageNum, pageSize }
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [commands.runs.path, query],
    queryFn: ({ signal }) => call(commands.runs, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
  const columns = useColumns(ofCommand)
  if (error) return <ErrorState title={t('command.runs')} error={error} onRetry={() => void refetch()} />
  return (
    <>
      <div className={styles.filters}>
        <Select<DeliveryState>
          allowClear
          className={styles.filter ?? ''}
          aria-label={t('command.state')}
          placeholder={t('command.state')}
          value={state ?? null}
          onChange={(value) => {
            setState(value ?? undefined)
            setPage(1)
          }}
          options={deliveryStates.map((value) => ({ value, label: t(deliveryTexts[value]) }))}
        />
        {ofCommand && (
          <Input
            allowClear
            className={styles.filter ?? ''}
            aria-label={t('command.device')}
            placeholder={t('command.device')}
            value={deviceNo}
            maxLength={64}
            onChange={(event) => {
              setDeviceNo(event.target.value)
              setPage(1)
            }}
          />
        )}
      </div>
      <Table<CommandRun>
        rowKey="id"
        size="small"
        loading={isPending}
        dataSource={data?.list ?? []}
        columns={columns}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <EmptyState text={t('command.noRuns')} /> }}
        expandable={{ expandedRowRender: ({ id, state: now }) => <RunLines runId={id} state={now} /> }}
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
