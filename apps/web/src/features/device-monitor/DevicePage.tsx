import { ArrowLeftOutlined } from '@ant-design/icons'
import { commands } from '@fleetdeck/contract/commands'
import { decoded } from '@fleetdeck/contract/decoded'
import { deviceMonitor } from '@fleetdeck/contract/device-monitor'
import { type Device, devices } from '@fleetdeck/contract/devices'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { Button, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { SendCommandDrawer } from '../../components/commands/SendCommandDrawer.tsx'
import { DeviceIdentity } from '../../components/DeviceIdentity.tsx'
import { DeviceInfo } from '../../components/device-panel/DeviceInfo.tsx'
import { DeviceOverlays } from '../../components/device-panel/DeviceOverlays.tsx'
import { useDevice } from '../../components/device-panel/use-device.ts'
import { useDeviceOverlay } from '../../components/device-panel/use-device-overlay.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { PhoneCheckView } from '../../components/phone-check/PhoneCheckView.tsx'
import { useText } from '../../ground/language.ts'
import { noteDevice } from '../../ground/recent-devices.ts'
import { useMay } from '../../ground/session-store.ts'
import { useDeviceRuntime } from '../../realtime/use-console-socket.ts'
import { DeviceCommands } from './DeviceCommands.tsx'
import { DeviceEvents } from './DeviceEvents.tsx'
import { DeviceTasks } from './DeviceTasks.tsx'
import { HistoryCharts } from './HistoryCharts.tsx'
import styles from './monitor.module.css'

function DeviceHead({ device }: { device: Device }) {
  const t = useText()
  const navigate = useNavigate()
  const { open } = useDeviceOverlay()
  const runtime = useDeviceRuntime(device)
  const mayCommand = useMay(commands.add.permission)
  const maySet = useMay(devices.updateSettingScreen.permission)
  const [isCommanding, setCommanding] = useState(false)
  return (
    <header className={styles.pageHead}>
      <Button type="text" icon={<ArrowLeftOutlined />} onClick={() => navigate('/device/monitor')}>
        {t('monitor.back')}
      </Button>
      <DeviceIdentity device={device} runtime={runtime} />
      <div className={styles.tools}>
        <Button type="primary" onClick={() => open('screen', device.deviceNo)}>
          {t('screen.open')}
        </Button>
        <Button onClick={() => open('log', device.deviceNo)}>{t('screen.log')}</Button>
        <Button onClick={() => open('diagnosis', device.deviceNo)}>{t('diagnosis.open')}</Button>
        {maySet && (
          <Button onClick={() => open('screenSettings', device.deviceNo)}>{t('screen.settings')}</Button>
        )}
        {mayCommand && <Button onClick={() => setCommanding(true)}>{t('command.send')}</Button>}
      </div>
      {isCommanding && (
        <SendCommandDrawer
          target={{ selection: { ids: [device.id] }, count: 1, names: [device.deviceNo] }}
          onClose={() => setCommanding(false)}
        />
      )}
    </header>
  )
}

function KnownDevice({ device }: { device: Device }) {
  useEffect(() => noteDevice(device.deviceNo), [device.deviceNo])
  const mayWatch = useMay(deviceMonitor.list.permission)
  const maySeeTasks = useMay(taskRuns.list.permission)
  const maySeeCommands = useMay(commands.list.permission)
  const { online } = useDeviceRuntime(device)
  return (
    <section className={styles.page} aria-label={device.deviceNo}>
      <DeviceHead device={device} />
      <div className={styles.columns}>
        <div className={styles.sheet}>
          <DeviceInfo device={device} />
          <PhoneCheckView device={device} />
        </div>
        <div className={styles.page}>
          {mayWatch && <HistoryCharts deviceId={device.id} />}
          {maySeeTasks && <DeviceTasks deviceId={device.id} />}
          {maySeeCommands && <DeviceCommands deviceId={device.id} />}
          {mayWatch && <DeviceEvents deviceId={device.id} state={String(online)} />}
        </div>
      </div>
      <DeviceOverlays />
    </section>
  )
}

/** One device: its current values, their history, and its events. */
export function DevicePage() {
  const { pathname } = useLocation()
  const params = useParams()
  const deviceNo = params.deviceNo ?? decoded(pathname.split('/').at(-1) ?? '')
  const device = useDevice(deviceNo)
  if (device.data) return <KnownDevice device={device.data} />
  if (device.error)
    return <ErrorState title={deviceNo} error={device.error} onRetry={() => void device.refetch()} />
  return <Skeleton active paragraph={{ rows: 8 }} />
}
