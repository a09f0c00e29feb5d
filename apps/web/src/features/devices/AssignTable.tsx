import type { Device } from '@fleetdeck/contract/devices'
import { Input, Table } from 'antd'
import { formatModel } from '../../components/DeviceIdentity.tsx'
import { StateBadge } from '../../components/StateBadge.tsx'
import { useText } from '../../ground/language.ts'
import { problemsOf } from './assign-numbers.ts'
import styles from './devices.module.css'

const heightPx = 360

interface AssignRow {
  device: Device
  deviceNo: string
  problem: ReturnType<typeof problemsOf>[number]
}

interface AssignTableProps {
  devices: readonly Device[]
  /** Numbers by the ids of the phones; set by the form. */
  value?: Record<number, string>
  onChange?: (numbers: Record<number, string>) => void
}

/** The phones with their numbers; only the visible rows are rendered, whatever their number. */
export function AssignTable({ devices, value = {}, onChange }: AssignTableProps) {
  const t = useText()
  const problems = problemsOf(devices.map(({ id }) => value[id] ?? ''))
  const rows = devices.map(
    (device, index): AssignRow => ({ device, deviceNo: value[device.id] ?? '', problem: problems[index] }),
  )
  const wrong = problems.filter(Boolean).length
  return (
    <>
      <p role="status" className={styles.summary}>
        {t('assign.counts', { ready: rows.length - wrong, wrong })}
      </p>
      <Table<AssignRow>
        virtual
        size="small"
        rowKey={({ device }) => device.id}
        dataSource={rows}
        pagination={false}
        // Columns share the width of the drawer.
        scroll={{ x: 1, y: heightPx }}
        columns={[
          {
            key: 'phone',
            title: t('device.model'),
            render: (_, { device }) => (
              <span className={styles.phone}>
                {formatModel(device)}
                <small>{device.deviceId}</small>
              </span>
            ),
          },
          {
            key: 'number',
            title: t('device.number'),
            render: (_, { device, deviceNo, problem }) => (
              <Input
                size="small"
                maxLength={32}
                aria-label={`${t('device.number')} ${device.deviceId}`}
                value={deviceNo}
                // Without a status of its own it has the one of the form field, which is that of all numbers.
                status={problem ? 'error' : 'success'}
                onChange={(event) => onChange?.({ ...value, [device.id]: event.target.value.trim() })}
              />
            ),
          },
          {
            key: 'state',
            title: t('device.result'),
            render: (_, { problem }) => (
              <StateBadge
                condition={problem ? 'trouble' : 'offline'}
                text={<span className={styles.reason}>{t(problem ?? 'assign.ready')}</span>}
              />
            ),
          },
        ]}
      />
    </>
  )
}
