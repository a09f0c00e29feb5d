import { type HotDevice, type HotScript, hotScripts } from '@fleetdeck/contract/hot-scripts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Drawer, Table } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { StateBadge } from '../../components/StateBadge.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { pickerPageSize } from '../../ground/constants.ts'
import { useText } from '../../ground/language.ts'

/** The version on each phone. */
export function HotDevices({ hot, onClose }: { hot: HotScript; onClose: () => void }) {
  const t = useText()
  const [pageNum, setPageNum] = useState(1)
  const { data, error, refetch } = useQuery({
    queryKey: [hotScripts.list.path, 'devices', hot.id, pageNum],
    queryFn: ({ signal }) =>
      call(hotScripts.devices, { query: { id: hot.id, pageNum, pageSize: pickerPageSize }, signal }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
  const columns = [
    { key: 'deviceNo', title: t('hot.device'), dataIndex: 'deviceNo' },
    { key: 'version', title: t('script.version'), dataIndex: 'version' },
    {
      key: 'state',
      title: t('hot.state'),
      render: (_: unknown, { state, msg }: HotDevice) => (
        <span title={msg}>
          <StateBadge
            condition={state === 'taken' ? 'online' : 'failed'}
            text={t(state === 'taken' ? 'hot.isTaken' : 'hot.isFailed')}
          />{' '}
          {msg}
        </span>
      ),
    },
    {
      key: 'changedAt',
      title: t('hot.at'),
      render: (_: unknown, { changedAt }: HotDevice) => <TimeText value={changedAt} />,
    },
  ]
  return (
    <Drawer open size={640} title={`${hot.hotName} · ${t('hot.devices')}`} onClose={onClose}>
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />}
      {!error && (
        <Table
          size="small"
          rowKey="deviceId"
          loading={!data}
          dataSource={data?.list ?? []}
          columns={columns}
          scroll={{ x: 480 }}
          pagination={{
            current: pageNum,
            pageSize: pickerPageSize,
            total: data?.total ?? 0,
            showSizeChanger: false,
            hideOnSinglePage: true,
            onChange: setPageNum,
          }}
        />
      )}
    </Drawer>
  )
}
