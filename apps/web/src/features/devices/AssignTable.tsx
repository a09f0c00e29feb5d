import type { Device } from '@fleetdeck/contract/devices'
import { Input, Table } from 'antd'
import { formatModel } from '../../components/DeviceIdentity.tsx'
import { StateBadge } from '../../components/StateBadge.tsx'
import { useText } from '../../ground/language.ts'
import { problemsOf } from './assign-numbers.ts'
import styles from './devices.module.css'

const heightPx = 360

/** By the ids of the phones: the number that the server has checked, and why the phone cannot have it. */
export type NumberChecks = ReadonlyMap<number, { deviceNo: string; reason: string | undefined }>

interface AssignRow {
  device: Device
  deviceNo: string
  state: 'ready' | 'wrong' | 'unchecked'
  text: string
}

const shapes = { ready: 'done', wrong: 'trouble', unchecked: 'unknown' } as const

/** The phones with their numbers, and what is known about each. */
function useRows(devices: readonly Device[], value: Record<number, string>, checks: NumberChecks) {
  const t = useText()
  const problems = problemsOf(devices.map(({ id }) => value[id] ?? ''))
  return devices.map((device, index): AssignRow => {
    const deviceNo = value[device.id] ?? ''
    const problem = problems[index]
    if (problem) return { device, deviceNo, state: 'wrong', text: t(problem) }
    const check = checks.get(device.id)
    if (check?.deviceNo !== deviceNo)
      return { device, deviceNo, state: 'unchecked', text: t('assign.unchecked') }
    if (check.reason !== undefined) return { device, deviceNo, state: 'wrong', text: check.reason }
    return { device, deviceNo, state: 'ready', text: t('assign.ready') }
  })
}

interface AssignTableProps {
  devices: readonly Device[]
  checks: NumberChecks
  /** Numbers by the ids of the phones; set by the form. */
  value?: Record<number, string>
  onChange?: (numbers: Record<number, string>) => void
}

/** The phones with their numbers; only the visible rows are rendered, whatever their number. */
export function AssignTable({ devices, checks, value = {}, onChange }: AssignTableProps) {
  const t = useText()
  const rows = useRows(devices, value, checks)
  const count = (state: AssignRow['state']) => rows.filter((row) => row.state === state).length
  const counts = { ready: count('ready'), wrong: count('wrong') }
  const unchecked = count('unchecked')
  return (
    <>
      <p role="status" className={styles.summary}>
        {unchecked > 0 ? t('assign.countsUnchecked', { ...counts, unchecked }) : t('assign.counts', counts)}
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
            render: (_, { device, deviceNo, state }) => (
              <Input
                size="small"
                maxLength={32}
                aria-label={`${t('device.number')} ${device.deviceId}`}
                value={deviceNo}
                // Without a status of its own it has the one of the form field, which is that of all numbers.
                status={state === 'wrong' ? 'error' : 'success'}
                onChange={(event) => onChange?.({ ...value, [device.id]: event.target.value.trim() })}
              />
            ),
          },
          {
            key: 'state',
            title: t('device.result'),
            render: (_, { state, text }) => (
              <StateBadge condition={shapes[state]} text={<span className={styles.reason}>{text}</span>} />
            ),
          },
        ]}
      />
    </>
  )
}
