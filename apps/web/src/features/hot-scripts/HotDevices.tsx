import { type HotScript, hotScripts } from '@fleetdeck/contract/hot-scripts'
import { Drawer } from 'antd'
import { call } from '../../api/call.ts'
import { PagedTable } from '../../components/PagedTable.tsx'
import { StateBadge } from '../../components/StateBadge.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import { useText } from '../../ground/language.ts'

/** The version on each phone. */
export function HotDevices({ hot, onClose }: { hot: HotScript; onClose: () => void }) {
  const t = useText()
  const conditions = { id: hot.id }
  return (
    <Drawer open size={640} title={`${hot.hotName} · ${t('hot.devices')}`} onClose={onClose}>
      <PagedTable
        rowKey="deviceId"
        list={hotScripts.list}
        conditions={['devices', conditions]}
        load={(page, signal) => call(hotScripts.devices, { query: { ...conditions, ...page }, signal })}
        columns={[
          { key: 'deviceNo', title: t('hot.device'), dataIndex: 'deviceNo' },
          { key: 'version', title: t('script.version'), dataIndex: 'version' },
          {
            key: 'state',
            title: t('hot.state'),
            render: (_, { state, msg }) => (
              <span title={msg}>
                <StateBadge
                  condition={state === 'taken' ? 'online' : 'failed'}
                  text={t(state === 'taken' ? 'hot.isTaken' : 'hot.isFailed')}
                />{' '}
                {msg}
              </span>
            ),
          },
          timeColumn('changedAt', t('hot.at')),
        ]}
        scroll={{ x: 480 }}
      />
    </Drawer>
  )
}
