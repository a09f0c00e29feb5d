import { type DataItem, dataItems, type ItemUsage } from '@fleetdeck/contract/data-items'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Drawer, Table, Tag } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useText } from '../../ground/language.ts'

const pageSize = 20
const colors = { taken: 'default', leased: 'processing', acked: 'success', returned: 'warning' } as const

/** The history of one item, or of all taken items. */
export function UsageHistory({ item, onClose }: { item: DataItem | 'all'; onClose: () => void }) {
  const t = useText()
  const [pageNum, setPageNum] = useState(1)
  const query = { pageNum, pageSize, ...(item !== 'all' && { itemId: item.id }) }
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [dataItems.handouts.path, query],
    queryFn: ({ signal }) => call(dataItems.handouts, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
  const title = item === 'all' ? t('dataItem.handouts') : t('dataItem.handoutsTitle', { name: item.name })
  return (
    <Drawer open size={860} title={title} onClose={onClose}>
      {error ? (
        <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Table<ItemUsage>
          rowKey="id"
          size="small"
          loading={isPending}
          dataSource={data?.list ?? []}
          scroll={{ x: 720 }}
          locale={{ emptyText: t('dataItem.handoutsNone') }}
          pagination={{
            current: pageNum,
            pageSize,
            total: data?.total ?? 0,
            onChange: setPageNum,
            showSizeChanger: false,
          }}
          columns={[
            {
              key: 'at',
              title: t('dataItem.at'),
              width: 120,
              render: (_, row) => <TimeText value={row.at} />,
            },
            { key: 'deviceNo', title: t('dataItem.device'), dataIndex: 'deviceNo', width: 120 },
            {
              key: 'groupName',
              title: t('dataItem.group'),
              dataIndex: 'groupName',
              width: 130,
              ellipsis: true,
            },
            { key: 'content', title: t('dataItem.content'), dataIndex: 'content', ellipsis: true },
            {
              key: 'outcome',
              title: t('dataItem.outcome'),
              width: 130,
              render: (_, row) => (
                <Tag color={colors[row.outcome]}>{t(`dataItem.outcome.${row.outcome}`)}</Tag>
              ),
            },
            {
              key: 'endedAt',
              title: t('dataItem.endedAt'),
              width: 120,
              render: (_, row) => <TimeText value={row.endedAt} />,
            },
          ]}
        />
      )}
    </Drawer>
  )
}
