import type { Device, DeviceRuntime } from '@fleetdeck/contract/devices'
import { adviceFor, capabilities, ocrCommand } from '@fleetdeck/contract/script-api/capabilities'
import { formatAmount } from '@fleetdeck/i18n/formats'
import { Fragment, type ReactNode } from 'react'
import { listText, type Translate, useText } from '../../ground/language.ts'
import { useDeviceRuntime } from '../../realtime/use-console-socket.ts'
import { BatteryLevel } from '../BatteryLevel.tsx'
import { byteText } from '../byte-text.ts'
import { CopyText } from '../CopyText.tsx'
import { DevicePlaceText } from '../computers/DevicePlaceText.tsx'
import { connectionText, DeviceState, formatModel } from '../DeviceIdentity.tsx'
import { isCharging, staleAfterSeconds } from '../device-condition.ts'
import { osVersionText, runModeText } from '../phone-facts.ts'
import { TimeText } from '../TimeText.tsx'
import styles from './panel.module.css'

type InfoItem = [label: string, value: ReactNode]

const degrees = (value: number | null) => value !== null && formatAmount(value, '°C')
const bytes = (value: number | null) => value !== null && byteText(value)
const since = (runtime: DeviceRuntime) =>
  runtime.onlineChangedAt && <TimeText value={runtime.onlineChangedAt} />

function identityInfo(device: Device, t: Translate): InfoItem[] {
  return [
    [t('device.number'), <CopyText key="no" text={device.deviceNo} />],
    [t('device.model'), formatModel(device)],
    [t('device.deviceId'), device.deviceId && <CopyText key="id" text={device.deviceId} />],
    [t('device.group'), device.groupName],
    [t('device.user'), device.userName],
    [t('device.imei'), device.imei],
    [t('device.ip'), device.ip],
    [t('device.place'), <DevicePlaceText key="place" place={device.place} />],
  ]
}

function serviceText(runtime: DeviceRuntime, t: Translate) {
  if (runtime.serviceOk === null) return null
  return t(runtime.serviceOk === '1' ? 'device.serviceOk' : 'device.serviceDown')
}

/** spec §3, device runtime info. */
function runtimeInfo(runtime: DeviceRuntime, t: Translate): InfoItem[] {
  return [
    [
      t('device.battery'),
      <BatteryLevel key="battery" percent={runtime.battery} isCharging={isCharging(runtime)} />,
    ],
    [t('device.temperature'), degrees(runtime.batteryTemp)],
    [t('device.brightness'), runtime.brightness],
    [t('device.storageLeft'), bytes(runtime.sdCardLeftSpace)],
    [t('device.memoryLeft'), bytes(runtime.availMemory)],
    [t('device.osVersion'), osVersionText(runtime.osVersion)],
    [t('device.apkVersion'), runtime.apkVersion],
    [t('device.ecVersion'), runtime.ecVersion],
    [t('device.runMode'), runModeText(runtime.runMode, t)],
    [t('device.service'), serviceText(runtime, t)],
    [t(runtime.online ? 'device.onlineSince' : 'device.offlineSince'), since(runtime)],
    [
      t('device.lastSeen'),
      <TimeText key="seen" value={runtime.lastSeenAt} staleAfterSeconds={staleAfterSeconds} />,
    ],
    [t('device.task'), runtime.taskName ?? t('device.noTask')],
    [t('device.message'), runtime.msg],
  ]
}

/** What scripts can and cannot do on the phone, and how to add what is missing. */
function capabilityInfo(can: string[] | null | undefined, t: Translate): InfoItem[] {
  if (!can) return []
  const missing = capabilities.filter((name) => !can.includes(name))
  const present = capabilities.filter((name) => can.includes(name))
  return [
    [t('device.can'), listText(present.map((name) => t(`capability.${name}`)))],
    [
      t('device.cannot'),
      missing.length > 0 && (
        <ul key="cannot" className={styles.missing}>
          {missing.map((name) => (
            <li key={name}>
              {t(`capability.${name}`)}
              <p>{t(`capability.advice.${adviceFor(name)}`, { command: ocrCommand })}</p>
            </li>
          ))}
        </ul>
      ),
    ],
  ]
}

/** Every value that a phone has reported, live. */
export function DeviceInfo({ device }: { device: Device & { can?: string[] | null } }) {
  const t = useText()
  const runtime = useDeviceRuntime(device)
  const info: InfoItem[] = [
    [t('device.state'), <DeviceState key="state" device={device} runtime={runtime} />],
    ...identityInfo(device, t),
    [t('device.connection'), runtime.lastSeenAt && t(connectionText(device, runtime))],
    ...runtimeInfo(runtime, t),
    ...capabilityInfo(device.can, t),
  ]
  return (
    <dl className={styles.info}>
      {info.map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value === null || value === false || value === '' ? '–' : value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
