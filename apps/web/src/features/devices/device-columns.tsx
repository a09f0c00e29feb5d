import { locating } from '@fleetdeck/contract/commands'
import type { Device } from '@fleetdeck/contract/devices'
import { type ReactNode, useMemo } from 'react'
import { BatteryLevel } from '../../components/BatteryLevel.tsx'
import { BookedNote } from '../../components/bookings/BookedNote.tsx'
import { CopyText } from '../../components/CopyText.tsx'
import { DevicePlaceText } from '../../components/computers/DevicePlaceText.tsx'
import {
  connectionText,
  DeviceName,
  DeviceState,
  formatModel,
  HighTemperature,
  missingPhoneText,
} from '../../components/DeviceIdentity.tsx'
import { isCharging, staleAfterSeconds } from '../../components/device-condition.ts'
import { glanceAt } from '../../components/device-glance/use-glance.ts'
import { MendMark } from '../../components/phone-check/MendMark.tsx'
import { osVersionText } from '../../components/phone-facts.ts'
import { TimeText } from '../../components/TimeText.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { type Translate, useTranslated } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { useDeviceRuntime } from '../../realtime/use-console-socket.ts'
import styles from './devices.module.css'
import { LocateButton } from './LocateButton.tsx'

/** Cells that subscribe to their device, so that a push re-renders only them. */
function LiveState({ device }: { device: Device }) {
  const runtime = useDeviceRuntime(device)
  return (
    <span className={styles.live}>
      <DeviceState device={device} runtime={runtime} />
      {runtime.taskName && <span className={styles.task}>{runtime.taskName}</span>}
      <MendMark runtime={runtime} />
      <BookedNote deviceId={device.id} />
    </span>
  )
}

function LiveBattery({ device }: { device: Device }) {
  const runtime = useDeviceRuntime(device)
  return (
    <span className={styles.live}>
      <BatteryLevel percent={runtime.battery} isCharging={isCharging(runtime)} />
      <HighTemperature runtime={runtime} />
    </span>
  )
}

function LiveLastSeen({ device }: { device: Device }) {
  return <TimeText value={useDeviceRuntime(device).lastSeenAt} staleAfterSeconds={staleAfterSeconds} />
}

function LiveOsVersion({ device }: { device: Device }): ReactNode {
  return osVersionText(useDeviceRuntime(device).osVersion) ?? '–'
}

function LiveAgentVersion({ device }: { device: Device }): ReactNode {
  return useDeviceRuntime(device).apkVersion ?? '–'
}

const liveColumns = (t: Translate): CrudColumn<Device>[] => [
  { key: 'online', title: t('device.state'), render: (_, device) => <LiveState device={device} /> },
  { key: 'battery', title: t('device.battery'), render: (_, device) => <LiveBattery device={device} /> },
  { key: 'lastSeenAt', title: t('device.lastSeen'), render: (_, device) => <LiveLastSeen device={device} /> },
]

const phoneColumns = (t: Translate): CrudColumn<Device>[] => [
  {
    key: 'deviceId',
    title: t('device.deviceId'),
    hiddenAtFirst: true,
    render: (_, device) =>
      device.deviceId ? <CopyText text={device.deviceId} /> : t(missingPhoneText(device)),
  },
  {
    key: 'connection',
    title: t('device.connection'),
    hiddenAtFirst: true,
    render: (_, device) => (device.runtime.lastSeenAt ? t(connectionText(device, device.runtime)) : '–'),
  },
  {
    key: 'hasKey',
    title: t('device.keyPair'),
    hiddenAtFirst: true,
    render: (_, { hasKey, deviceId: hardwareId }) =>
      hardwareId ? t(hasKey ? 'device.hasKey' : 'device.noKey') : '–',
  },
  {
    key: 'place',
    title: t('device.place'),
    hiddenAtFirst: true,
    render: (_, { place }) => <DevicePlaceText place={place} />,
  },
  { key: 'ip', title: t('device.ip'), render: (_, { ip }) => <CopyText text={ip} /> },
  {
    key: 'imei',
    title: t('device.imei'),
    hiddenAtFirst: true,
    render: (_, { imei }) => <CopyText text={imei} />,
  },
  {
    key: 'osVersion',
    title: t('device.osVersion'),
    hiddenAtFirst: true,
    render: (_, device) => <LiveOsVersion device={device} />,
  },
  {
    key: 'apkVersion',
    title: t('device.apkVersion'),
    hiddenAtFirst: true,
    render: (_, device) => <LiveAgentVersion device={device} />,
  },
]

const assignedColumns = (t: Translate): CrudColumn<Device>[] => [
  {
    key: 'deviceNo',
    title: t('device.number'),
    render: (_, device) => <DeviceName device={device} />,
    onCell: ({ id }) => glanceAt(id),
  },
  ...liveColumns(t),
  { key: 'groupName', title: t('device.group') },
  { key: 'userName', title: t('device.user') },
  ...phoneColumns(t),
  {
    key: 'expireTime',
    title: t('device.expires'),
    hiddenAtFirst: true,
    render: (_, { expireTime }) => (expireTime ? <TimeText value={expireTime} /> : t('device.neverExpires')),
  },
  timeColumn('gmtModified', t('device.modified'), { hiddenAtFirst: true }),
]

const unassignedColumns = (t: Translate): CrudColumn<Device>[] => {
  const [, ...rest] = phoneColumns(t)
  return [
    {
      key: 'deviceId',
      title: t('device.deviceId'),
      render: (_, { deviceId: hardwareId }) => <CopyText text={hardwareId} />,
    },
    { key: 'mode', title: t('device.model'), render: (_, device) => formatModel(device) || '–' },
    ...liveColumns(t),
    { key: 'locate', title: t('locate.column'), render: (_, device) => <LocateButton device={device} /> },
    ...rest,
    timeColumn('gmtModified', t('device.enrolledAt')),
  ]
}

export const useAssignedColumns = () => useTranslated(assignedColumns)

export function useUnassignedColumns() {
  const columns = useTranslated(unassignedColumns)
  const mayLocate = useMay(locating.start.permission)
  return useMemo(
    () => (mayLocate ? columns : columns.filter(({ key }) => key !== 'locate')),
    [columns, mayLocate],
  )
}
