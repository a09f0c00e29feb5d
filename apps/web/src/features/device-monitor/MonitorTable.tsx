import { formatAmount } from '@fleetdeck/i18n/formats'
import { BatteryLevel } from '../../components/BatteryLevel.tsx'
import { byteText } from '../../components/byte-text.ts'
import { DeviceState } from '../../components/DeviceIdentity.tsx'
import { isCharging } from '../../components/device-condition.ts'
import { openedByPointer } from '../../components/opening.ts'
import { TimeText } from '../../components/TimeText.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { NumberButton, type TileActions, TileOperations } from './MonitorCard.tsx'
import styles from './monitor.module.css'
import type { MonitorRow } from './monitor-view.ts'
import { VirtualTiles } from './VirtualTiles.tsx'

const rowHeight = 40

const titles = (t: Translate) => [
  t('device.number'),
  t('device.state'),
  t('device.battery'),
  t('device.temperature'),
  t('device.memoryLeft'),
  t('device.storageLeft'),
  t('device.task'),
  t('device.group'),
  t('device.lastSeen'),
]

function TableRow({ row, actions }: { row: MonitorRow; actions: TileActions }) {
  const { device, runtime } = row
  return (
    <div
      className={styles.row}
      data-device={device.deviceNo}
      {...openedByPointer(() => actions.open('screen', device.deviceNo))}
    >
      <span>
        <NumberButton device={device} open={actions.open} />
      </span>
      <span>
        <DeviceState device={device} runtime={runtime} />
      </span>
      <span>
        <BatteryLevel percent={runtime.battery} isCharging={isCharging(runtime)} />
      </span>
      <span className={styles.figure}>
        {runtime.batteryTemp === null ? '\u2013' : formatAmount(runtime.batteryTemp, '°C')}
      </span>
      <span className={styles.figure}>
        {runtime.availMemory === null ? '\u2013' : byteText(runtime.availMemory)}
      </span>
      <span className={styles.figure}>
        {runtime.sdCardLeftSpace === null ? '\u2013' : byteText(runtime.sdCardLeftSpace)}
      </span>
      <span>{runtime.taskName || '\u2013'}</span>
      <span>{device.groupName ?? '\u2013'}</span>
      <span>
        <TimeText value={runtime.lastSeenAt} />
      </span>
      <TileOperations deviceNo={device.deviceNo} actions={actions} />
    </div>
  )
}

/** The same phones as table rows. */
export function MonitorTable({ rows, actions }: { rows: readonly MonitorRow[]; actions: TileActions }) {
  const t = useText()
  const head = (
    <div className={`${styles.row} ${styles.head}`}>
      {titles(t).map((title) => (
        <span key={title}>{title}</span>
      ))}
      <span />
    </div>
  )
  return (
    <VirtualTiles
      label={t('monitor.title')}
      items={rows}
      keyOf={(row) => row.device.id}
      tileHeight={() => rowHeight}
      head={head}
      tile={(row) => <TableRow row={row} actions={actions} />}
    />
  )
}
