import { EllipsisOutlined, LineChartOutlined } from '@ant-design/icons'
import type { MonitorDevice } from '@fleetdeck/contract/device-monitor'
import { Button, Skeleton } from 'antd'
import { Link } from 'react-router'
import { BatteryLevel } from '../../components/BatteryLevel.tsx'
import { DeviceState, formatModel, HighTemperature } from '../../components/DeviceIdentity.tsx'
import { isCharging } from '../../components/device-condition.ts'
import { glanceAt } from '../../components/device-glance/use-glance.ts'
import { DeviceInfo } from '../../components/device-panel/DeviceInfo.tsx'
import { devicePath } from '../../components/device-panel/device-page.ts'
import { OperationsMenu } from '../../components/device-panel/OperationsMenu.tsx'
import { useDevice } from '../../components/device-panel/use-device.ts'
import { useDeviceControl } from '../../components/device-panel/use-device-control.ts'
import type { OverlayName } from '../../components/device-panel/use-device-overlay.ts'
import { openedByPointer } from '../../components/opening.ts'
import { MendMark } from '../../components/phone-check/MendMark.tsx'
import { useConnection } from '../../ground/connection.ts'
import { useText } from '../../ground/language.ts'
import styles from './monitor.module.css'
import type { MonitorRow } from './monitor-view.ts'

export interface TileActions {
  /** The device with an open menu of operations; one at a time, because each needs a connection. */
  operating: string | undefined
  operate: (deviceNo: string) => void
  open: (name: OverlayName, deviceNo: string) => void
}

export function AllValues({ deviceNo }: { deviceNo: string }) {
  const { data } = useDevice(deviceNo)
  return data ? <DeviceInfo device={data} /> : <Skeleton active style={{ width: 260 }} />
}

interface PhoneActionProps {
  deviceNo: string
  open: TileActions['open']
}

interface NumberButtonProps {
  device: Pick<MonitorDevice, 'id' | 'deviceNo'>
  open: TileActions['open']
}

/** The number of a phone: shows the phone at a glance on hover, and opens its screen on click. */
export function NumberButton({ device: { id, deviceNo }, open }: NumberButtonProps) {
  return (
    <button
      type="button"
      className={styles.number}
      {...glanceAt(id)}
      onClick={() => open('screen', deviceNo)}
    >
      {deviceNo}
    </button>
  )
}

function OpenedOperations({ deviceNo, open }: PhoneActionProps) {
  const control = useDeviceControl(deviceNo)
  return (
    <OperationsMenu
      isCompact
      control={control}
      onLog={() => open('log', deviceNo)}
      onSettings={() => open('screenSettings', deviceNo)}
      onGuestLink={() => open('guestLink', deviceNo)}
      onStart={() => open('screen', deviceNo)}
    />
  )
}

export function TileOperations({ deviceNo, actions }: { deviceNo: string; actions: TileActions }) {
  const t = useText()
  return (
    <span className={styles.operations}>
      <Link
        to={devicePath(deviceNo)}
        aria-label={t('table.partOf', { title: t('monitor.details'), name: deviceNo })}
      >
        <Button
          type="text"
          size="small"
          tabIndex={-1}
          icon={<LineChartOutlined />}
          aria-label={t('monitor.details')}
        />
      </Link>
      {actions.operating === deviceNo ? (
        <OpenedOperations deviceNo={deviceNo} open={actions.open} />
      ) : (
        <Button
          type="text"
          size="small"
          icon={<EllipsisOutlined />}
          aria-label={t('table.partOf', { title: t('screen.operations'), name: deviceNo })}
          onClick={() => actions.operate(deviceNo)}
        />
      )}
    </span>
  )
}

interface MonitorCardProps {
  row: MonitorRow
  actions: TileActions
}

/** A phone as a tile: number, state, battery, task. A click on the number or a double click opens its panel. */
export function MonitorCard({ row, actions }: MonitorCardProps) {
  const { device, runtime, condition } = row
  const isHeard = useConnection(({ hasNews }) => hasNews)
  return (
    <article
      className={styles.card}
      data-condition={isHeard ? condition : 'unknown'}
      aria-label={device.deviceNo}
      {...openedByPointer(() => actions.open('screen', device.deviceNo))}
    >
      <header className={styles.cardHead}>
        <NumberButton device={device} open={actions.open} />
        <TileOperations deviceNo={device.deviceNo} actions={actions} />
      </header>
      <span className={styles.values}>
        <DeviceState device={device} runtime={runtime} />
        <BatteryLevel percent={runtime.battery} isCharging={isCharging(runtime)} />
        <HighTemperature runtime={runtime} />
        <MendMark runtime={runtime} isIcon />
      </span>
      <span className={styles.faint}>{runtime.taskName || formatModel(device) || '\u2013'}</span>
    </article>
  )
}
