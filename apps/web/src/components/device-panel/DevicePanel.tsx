import { ExportOutlined, InfoCircleOutlined, LineChartOutlined } from '@ant-design/icons'
import type { DeviceSettings } from '@fleetdeck/contract/device-settings'
import type { Device } from '@fleetdeck/contract/devices'
import { Alert, Button, Skeleton, Tooltip } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../ground/language.ts'
import { noteDevice } from '../../ground/recent-devices.ts'
import { useSession } from '../../ground/session-store.ts'
import { videoMode } from '../../realtime/screen/picture-sink.ts'
import { useDeviceRuntime } from '../../realtime/use-console-socket.ts'
import { BookingBar } from '../bookings/BookingBar.tsx'
import { DeviceIdentity } from '../DeviceIdentity.tsx'
import { LogDialog } from '../device-log/LogDialog.tsx'
import { ErrorState } from '../ErrorState.tsx'
import { RefusedInput } from '../phone-check/RefusedInput.tsx'
import { ToolsButton } from '../phone-tools/ToolsButton.tsx'
import { CameraTool } from '../screen/CameraTool.tsx'
import { ControlTools } from '../screen/ControlTools.tsx'
import { LatencyPanel } from '../screen/LatencyPanel.tsx'
import { ModeSwitch } from '../screen/ModeSwitch.tsx'
import { PhoneScreen } from '../screen/PhoneScreen.tsx'
import { ScreenFigures, ScreenStatus } from '../screen/ScreenStatus.tsx'
import { SoundTool } from '../screen/SoundTool.tsx'
import { useOpenScreen } from '../screen/use-open-screen.ts'
import { usePhoneFiles } from '../screen/use-phone-files.ts'
import { NewLinkPart } from '../screen-links/NewLinkPart.tsx'
import { DeviceSettingsDrawer } from '../settings/DeviceSettingsDrawer.tsx'
import { DeviceInfo } from './DeviceInfo.tsx'
import { devicePath, screenPath } from './device-page.ts'
import { OperationsMenu } from './OperationsMenu.tsx'
import { PhoneKeys } from './PhoneKeys.tsx'
import styles from './panel.module.css'
import { useDevice } from './use-device.ts'
import { useDeviceControl } from './use-device-control.ts'

type KnownDevice = Device & { settings: DeviceSettings }

interface PanelOptions {
  /** Its screen starts, whatever the user wants for all phones. */
  isEager?: boolean
  /** Before the phone opens in a window of its own. */
  onOwnWindow?: () => void
}

interface PanelBodyProps extends PanelOptions {
  device: KnownDevice
}

function PanelBody({ device, isEager = false, onOwnWindow }: PanelBodyProps) {
  const t = useText()
  const control = useDeviceControl(device.deviceNo, device, isEager)
  const runtime = useDeviceRuntime(device)
  const files = usePhoneFiles(device.id, control.state)
  const isClosed = useOpenScreen() === false
  const isView = useSession((state) => state.view !== null)
  const [opened, setOpened] = useState<'log' | 'settings' | 'guestLink'>()
  const { session, state, mayShow } = control
  const [shown, setShown] = useState<'info' | 'latency'>()
  const show = (part: typeof shown) => setShown(part === shown ? undefined : part)
  const close = () => setOpened(undefined)
  const details =
    (shown === 'info' && <DeviceInfo device={device} />) ||
    (shown === 'latency' && session && state.phase === 'live' && (
      <LatencyPanel session={session} region={state.region} />
    ))
  useEffect(() => noteDevice(device.deviceNo), [device.deviceNo])
  return (
    <section className={styles.panel} aria-label={device.deviceNo}>
      <header className={styles.head}>
        <DeviceIdentity device={device} runtime={runtime} />
        <div className={styles.tools}>
          <Tooltip title={t('screen.info')}>
            <Button
              type="text"
              icon={<InfoCircleOutlined />}
              aria-label={t('screen.info')}
              aria-expanded={shown === 'info'}
              onClick={() => show('info')}
            />
          </Tooltip>
          <Tooltip title={t('monitor.details')}>
            <Link to={devicePath(device.deviceNo)} aria-label={t('monitor.details')}>
              <Button
                type="text"
                tabIndex={-1}
                icon={<LineChartOutlined />}
                aria-label={t('monitor.details')}
              />
            </Link>
          </Tooltip>
          {mayShow && (
            <Tooltip title={t('screen.openPage')}>
              <Button
                type="text"
                icon={<ExportOutlined />}
                aria-label={t('screen.openPage')}
                href={screenPath(device.deviceNo)}
                target="_blank"
                onClick={onOwnWindow}
                // Otherwise it opens outside the view, in the viewer's own session.
                {...(isView && { rel: 'opener' })}
              />
            </Tooltip>
          )}
          {mayShow && (
            <ToolsButton
              deviceNo={device.deviceNo}
              session={session}
              state={state}
              files={files}
              side="left"
            />
          )}
          <OperationsMenu
            control={control}
            onLog={() => setOpened('log')}
            onSettings={() => setOpened('settings')}
            onGuestLink={() => setOpened('guestLink')}
          />
        </div>
      </header>
      <BookingBar deviceId={device.id} />
      <RefusedInput device={device} />
      {isClosed && <Alert type="info" showIcon title={t('screen.notOpen')} />}
      <div className={styles.screen}>
        <PhoneScreen
          deviceNo={device.deviceNo}
          files={files}
          session={session}
          state={state}
          mayStart={mayShow}
        />
      </div>
      <div className={styles.line}>
        <ScreenStatus state={state}>
          {state.phase === 'live' && (
            <ScreenFigures session={session} isOpen={shown === 'latency'} onDetails={() => show('latency')} />
          )}
        </ScreenStatus>
        <ControlTools session={session} state={state} />
        <ModeSwitch session={session} state={state} onChoose={control.choose} />
        <span className={styles.senses}>
          {state.phase === 'live' && (
            <SoundTool session={session} state={state} onVideo={() => control.choose(videoMode)} inBar />
          )}
          <CameraTool session={session} state={state} />
        </span>
      </div>
      <PhoneKeys control={control} />
      {details && <div className={styles.details}>{details}</div>}
      {opened === 'log' && <LogDialog deviceNo={device.deviceNo} onClose={close} />}
      {opened === 'guestLink' && <NewLinkPart deviceNo={device.deviceNo} onClose={close} />}
      {opened === 'settings' && <DeviceSettingsDrawer deviceNo={device.deviceNo} onClose={close} />}
    </section>
  )
}

interface DevicePanelProps extends PanelOptions {
  deviceNo: string
}

/** One phone: identity, state, screen and actions (spec §2, device panel card). */
export function DevicePanel({ deviceNo, ...options }: DevicePanelProps) {
  const device = useDevice(deviceNo)
  if (device.data) return <PanelBody device={device.data} {...options} />
  if (device.error) {
    return <ErrorState title={deviceNo} error={device.error} onRetry={() => void device.refetch()} />
  }
  return <Skeleton active paragraph={{ rows: 8 }} />
}
