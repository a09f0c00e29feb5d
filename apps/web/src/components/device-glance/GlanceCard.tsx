import { alarms } from '@fleetdeck/contract/alarms'
import type { MonitorDevice } from '@fleetdeck/contract/device-monitor'
import { wallPermission } from '@fleetdeck/contract/device-wall'
import type { DeviceRuntime } from '@fleetdeck/contract/devices'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { formatAmount } from '@fleetdeck/i18n/formats'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { call } from '../../api/call.ts'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { useDeviceRuntime } from '../../realtime/use-console-socket.ts'
import type { WallState } from '../../realtime/wall/wall-session.ts'
import { BatteryLevel } from '../BatteryLevel.tsx'
import { byteText } from '../byte-text.ts'
import { DeviceState, formatModel } from '../DeviceIdentity.tsx'
import { isCharging, staleAfterSeconds } from '../device-condition.ts'
import { FrameNotice } from '../FrameNotice.tsx'
import { osVersionText } from '../phone-facts.ts'
import { StateBadge } from '../StateBadge.tsx'
import { TimeText } from '../TimeText.tsx'
import styles from './glance.module.css'
import type { GlancePlace } from './glance-place.ts'
import { asGlanceCard } from './use-glance.ts'
import { useGlanceScreen } from './use-glance-screen.ts'

type Fact = [label: string, value: ReactNode]

const maxAlarms = 3

function facts(device: MonitorDevice, runtime: DeviceRuntime, t: Translate): Fact[] {
  const { batteryTemp, availMemory, sdCardLeftSpace } = runtime
  return [
    [t('device.model'), formatModel(device)],
    [t('device.group'), device.groupName],
    [t('device.user'), device.userName],
    [
      t('device.battery'),
      <span key="battery" className={styles.battery}>
        <BatteryLevel percent={runtime.battery} isCharging={isCharging(runtime)} />
        {batteryTemp !== null && formatAmount(batteryTemp, '°C')}
      </span>,
    ],
    [t('device.storageLeft'), sdCardLeftSpace !== null && byteText(sdCardLeftSpace)],
    [t('device.memoryLeft'), availMemory !== null && byteText(availMemory)],
    [t('device.osVersion'), osVersionText(runtime.osVersion)],
    [
      t('device.lastSeen'),
      <TimeText key="seen" value={runtime.lastSeenAt} staleAfterSeconds={staleAfterSeconds} />,
    ],
    [t('device.task'), runtime.taskName ?? t('device.noTask')],
  ]
}

/** Without what is not known. */
function Facts({ values }: { values: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {values.map(
        ([label, value]) =>
          value && (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  )
}

/** The newest alarms that are not resolved. */
function OpenAlarms({ deviceId }: { deviceId: DeviceId }) {
  const t = useText()
  const query = { deviceId, state: 'unresolved', pageSize: maxAlarms } as const
  const { data } = useQuery({
    queryKey: [alarms.list.path, query],
    queryFn: ({ signal }) => call(alarms.list, { query, signal }),
    meta: { silent: true },
  })
  if (!data) return '…'
  if (data.total === 0) return t('device.noAlarms')
  return (
    <ul className={styles.alarms}>
      {data.list.map(({ id, kind, since }) => (
        <li key={id}>
          <StateBadge condition="trouble" text={t(`alarm.kind.${kind}`)} />
          <TimeText value={since} />
        </li>
      ))}
      {data.total > data.list.length && (
        <li>{t('device.moreAlarms', { count: data.total - data.list.length })}</li>
      )}
    </ul>
  )
}

interface PictureProps {
  device: MonitorDevice
  runtime: DeviceRuntime
  screen: ReturnType<typeof useGlanceScreen>
}

function Picture({ device: { id, deviceNo }, runtime, screen: { canvas, state } }: PictureProps) {
  const t = useText()
  const isLive = state?.live.has(id) ?? false
  return (
    <div className={styles.screen}>
      <canvas
        ref={canvas}
        width={9}
        height={16}
        role="img"
        aria-label={t('screen.phoneScreen', { device: deviceNo })}
      />
      {isLive && <span className={styles.live}>{t('screen.live')}</span>}
      {state?.refusal ? (
        <span className={styles.refusal}>{state.refusal.reason}</span>
      ) : (
        <FrameNotice
          runtime={runtime}
          note={state?.notes.get(id)}
          isLive={isLive}
          isBlack={state?.black.has(id) ?? false}
        />
      )}
    </div>
  )
}

/** Unknown while the connection is not open; a phone that is offline or without a socket has none. */
function controllerText(device: MonitorDevice, { online, overHttp }: DeviceRuntime, state?: WallState) {
  if (!online || overHttp || state?.socket !== 'open') return undefined
  return state.controllers.get(device.id) ?? null
}

interface GlanceCardProps {
  device: MonitorDevice
  place: GlancePlace
}

function Facing({ device, place, screen }: GlanceCardProps & { screen?: PictureProps['screen'] }) {
  const t = useText()
  const runtime = useDeviceRuntime(device)
  const seesAlarms = useMay(alarms.list.permission)
  const controller = controllerText(device, runtime, screen?.state)
  const values: Fact[] = [
    ...facts(device, runtime, t),
    ...(screen
      ? [[t('device.controller'), controller === null ? t('device.nobodyControls') : controller] as Fact]
      : []),
    ...(seesAlarms ? [[t('device.alarms'), <OpenAlarms key="alarms" deviceId={device.id} />] as Fact] : []),
  ]
  return createPortal(
    <div role="tooltip" className={styles.card} style={place} aria-label={device.deviceNo} {...asGlanceCard}>
      {screen && <Picture device={device} runtime={runtime} screen={screen} />}
      <div className={styles.text}>
        <header className={styles.head}>
          <span className={styles.number}>{device.deviceNo}</span>
          <DeviceState device={device} runtime={runtime} />
        </header>
        <Facts values={values} />
      </div>
    </div>,
    document.body,
  )
}

function WithScreen(props: GlanceCardProps) {
  return <Facing {...props} screen={useGlanceScreen(props.device.id)} />
}

/** A phone at a glance: its screen if the user may see it, its state, and who controls it. */
export function GlanceCard(props: GlanceCardProps) {
  return useMay(wallPermission) ? <WithScreen {...props} /> : <Facing {...props} />
}
