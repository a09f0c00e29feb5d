import { Input, Table } from 'antd'
import { formatModel } from '../../components/DeviceIdentity.tsx'
import type { Condition } from '../../components/device-condition.ts'
import { StateBadge } from '../../components/StateBadge.tsx'
import { useText } from '../../ground/language.ts'
import { repeatedNumbers } from './assign-numbers.ts'
import styles from './devices.module.css'
import type { AssignRow, RowState } from './use-assignment.ts'

const conditions: Record<RowState, Condition> = {
  waiting: 'offline',
  running: 'busy',
  done: 'online',
  failed: 'failed',
}
const words = {
  waiting: 'device.waiting',
  running: 'device.assigning',
  done: 'device.assignDone',
  failed: 'device.stateFailed',
} as const

interface AssignTableProps {
  rows: readonly AssignRow[]
  isRunning: boolean
  onNumber: (id: number, deviceNo: string) => void
}

/** The phones with their proposed numbers and results. */
export function AssignTable({ rows, isRunning, onNumber }: AssignTableProps) {
  const t = useText()
  const repeated = repeatedNumbers(rows.map((row) => row.deviceNo))
  const findProblem = ({ deviceNo }: AssignRow) => {
    if (repeated.has(deviceNo)) return t('device.numberTwice')
    return /^[A-Za-z0-9]{0,32}$/.test(deviceNo) ? undefined : t('device.noFormat')
  }
  return (
    <Table<AssignRow>
      size="small"
      rowKey={({ device }) => device.id}
      dataSource={rows}
      pagination={false}
      scroll={{ y: '46vh' }}
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
          render: (_, row) => (
            <Input
              size="small"
              maxLength={32}
              aria-label={`${t('device.number')} ${row.device.deviceId}`}
              value={row.deviceNo}
              disabled={isRunning || row.state === 'done'}
              status={findProblem(row) ? 'error' : ''}
              onChange={(event) => onNumber(row.device.id, event.target.value.trim())}
            />
          ),
        },
        {
          key: 'result',
          title: t('device.result'),
          render: (_, row) => (
            <StateBadge
              condition={findProblem(row) ? 'trouble' : conditions[row.state]}
              text={
                <span className={styles.reason}>{findProblem(row) ?? row.reason ?? t(words[row.state])}</span>
              }
            />
          ),
        },
      ]}
    />
  )
}
