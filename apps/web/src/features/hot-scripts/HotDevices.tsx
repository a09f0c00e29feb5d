import { HotDeviceState, type HotScript, hotScripts } from '@fleetdeck/contract/hot-scripts'
import { Drawer, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import type { Condition } from '../../components/device-condition.ts'
import { devicePath } from '../../components/device-panel/device-page.ts'
import { PagedTable } from '../../components/PagedTable.tsx'
import { StateBadge } from '../../components/StateBadge.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import { useText } from '../../ground/language.ts'
import { EvidenceDetails } from './HotEvidence.tsx'

const conditions = {
  running: 'busy',
  failed: 'failed',
  offline: 'offline',
  waiting: 'unknown',
  updated: 'online',
  none: 'disabled',
} as const satisfies Record<HotDeviceState, Condition>

/** The version on each phone, those that need attention first. */
export function HotDevices({ hot, onClose }: { hot: HotScript; onClose: () => void }) {
  const t = useText()
  const [state, setState] = useState<HotDeviceState>()
  const conditionsOfList = { id: hot.id, ...(state && { state }) }
  const shownVersion = (version: string) => version || t('hot.ownVersion')
  return (
    <Drawer open size={760} title={`${hot.hotName} · ${t('hot.devices')}`} onClose={onClose}>
      <EvidenceDetails hot={hot} />
      <Select
        allowClear
        style={{ width: 260, maxWidth: '100%', marginBottom: 12 }}
        aria-label={t('hot.state')}
        placeholder={t('hot.state')}
        value={state}
        onChange={setState}
        options={HotDeviceState.options.map((value) => ({ value, label: t(`hot.device.${value}`) }))}
      />
      <PagedTable
        key={state}
        rowKey="deviceId"
        list={hotScripts.list}
        conditions={['devices', conditionsOfList]}
        load={(page, signal) => call(hotScripts.devices, { query: { ...conditionsOfList, ...page }, signal })}
        columns={[
          {
            key: 'deviceNo',
            title: t('hot.device'),
            render: (_, { deviceNo }) => <Link to={devicePath(deviceNo)}>{deviceNo}</Link>,
          },
          { key: 'version', title: t('hot.onPhone'), render: (_, { version }) => shownVersion(version) },
          { key: 'wanted', title: t('hot.wanted'), render: (_, { wanted }) => shownVersion(wanted) },
          {
            key: 'state',
            title: t('hot.state'),
            render: (_, { state: condition, msg, since }) => (
              <>
                <StateBadge condition={conditions[condition]} text={t(`hot.device.${condition}`)} />
                {condition === 'failed' && <div>{msg}</div>}
                {since && (
                  <div>
                    <TimeText value={since} />
                  </div>
                )}
              </>
            ),
          },
          timeColumn('changedAt', t('hot.at')),
        ]}
        scroll={{ x: 640 }}
      />
    </Drawer>
  )
}
