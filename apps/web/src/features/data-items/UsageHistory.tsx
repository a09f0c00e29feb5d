import { type DataItem, dataItems } from '@fleetdeck/contract/data-items'
import { Drawer, Tag } from 'antd'
import { call } from '../../api/call.ts'
import { PagedTable } from '../../components/PagedTable.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import { useText } from '../../ground/language.ts'

const colors = { taken: 'default', leased: 'processing', acked: 'success', returned: 'warning' } as const

/** The history of one item, or of all taken items. */
export function UsageHistory({ item, onClose }: { item: DataItem | 'all'; onClose: () => void }) {
  const t = useText()
  const conditions = item === 'all' ? {} : { itemId: item.id }
  const title = item === 'all' ? t('dataItem.handouts') : t('dataItem.handoutsTitle', { name: item.name })
  return (
    <Drawer open size={860} title={title} onClose={onClose}>
      <PagedTable
        list={dataItems.handouts}
        conditions={conditions}
        load={(page, signal) => call(dataItems.handouts, { query: { ...conditions, ...page }, signal })}
        columns={[
          timeColumn('at', t('dataItem.at'), { width: 120 }),
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
            render: (_, row) => <Tag color={colors[row.outcome]}>{t(`dataItem.outcome.${row.outcome}`)}</Tag>,
          },
          timeColumn('endedAt', t('dataItem.endedAt'), { width: 120 }),
        ]}
        emptyText={t('dataItem.handoutsNone')}
        pageSize={20}
        scroll={{ x: 720 }}
      />
    </Drawer>
  )
}
