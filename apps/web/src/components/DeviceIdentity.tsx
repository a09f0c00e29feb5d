import type { Device, DeviceRuntime } from '@fleetdeck/contract/devices'
import { formatAmount } from '@fleetdeck/i18n/formats'
import { useConnection } from '../ground/connection.ts'
import { useText } from '../ground/language.ts'
import { BatteryLevel } from './BatteryLevel.tsx'
import { CopyButton } from './CopyText.tsx'
import styles from './components.module.css'
import { deviceCondition, isCharging, isHot, troubleText } from './device-condition.ts'
import { StateBadge } from './StateBadge.tsx'

type Shown = Pick<Device, 'deviceNo' | 'deviceId' | 'brand' | 'mode' | 'status'> & {
  runtime?: Pick<DeviceRuntime, 'overHttp'>
}

/** How the phone reaches the server. Those of the original have a number and no identity. */
export function connectionText(
  { deviceId }: Pick<Device, 'deviceId'>,
  { overHttp }: Pick<DeviceRuntime, 'overHttp'>,
) {
  if (!overHttp) return 'device.overSocket'
  return deviceId === '' ? 'device.original' : 'device.overHttp'
}

/** Brand and model; many models already contain the brand. */
export function formatModel({ brand, mode }: Pick<Device, 'brand' | 'mode'>): string {
  if (mode.toLowerCase().startsWith(brand.toLowerCase())) return mode
  return `${brand} ${mode}`.trim()
}

export function DeviceState({ device, runtime }: { device: Pick<Device, 'status'>; runtime: DeviceRuntime }) {
  const t = useText()
  const condition = deviceCondition(device.status, runtime)
  const trouble = condition === 'trouble' ? troubleText(runtime) : undefined
  return (
    <StateBadge
      condition={condition}
      isLive={condition !== 'disabled'}
      text={trouble && t(trouble)}
      reason={runtime.msg ?? undefined}
    />
  )
}

/** A high temperature; nothing otherwise. */
export function HighTemperature({ runtime }: { runtime: DeviceRuntime }) {
  const isHeard = useConnection(({ hasNews }) => hasNews)
  if (runtime.batteryTemp === null || !isHot(runtime)) return null
  return (
    <span className={`${styles.figures} ${isHeard ? styles.trouble : styles.aged}`}>
      {formatAmount(runtime.batteryTemp, '°C')}
    </span>
  )
}

export const missingPhoneText = ({ runtime }: Pick<Shown, 'runtime'>) =>
  runtime?.overHttp ? 'device.original' : 'device.noPhone'

/** Number and model: how a line names a device. Phones without a number show their identity. */
export function DeviceName({ device }: { device: Shown }) {
  const t = useText()
  const model = formatModel(device) || (device.deviceId === '' ? t(missingPhoneText(device)) : '')
  return (
    <span className={`${styles.row} ${styles.named} ${styles.copyArea}`}>
      <span className={styles.mono}>{device.deviceNo || device.deviceId}</span>
      <span className={`${styles.faded} ${styles.cut}`}>{model}</span>
      <CopyButton text={device.deviceNo || device.deviceId} />
    </span>
  )
}

/** A device as shown everywhere: number, model, state, battery, high temperature, current task. */
export function DeviceIdentity({ device, runtime }: { device: Shown; runtime: DeviceRuntime }) {
  return (
    <span className={`${styles.row} ${styles.wrap}`}>
      <DeviceName device={device} />
      <DeviceState device={device} runtime={runtime} />
      <BatteryLevel percent={runtime.battery} isCharging={isCharging(runtime)} />
      <HighTemperature runtime={runtime} />
      {runtime.taskName && <span className={styles.cut}>{runtime.taskName}</span>}
    </span>
  )
}
