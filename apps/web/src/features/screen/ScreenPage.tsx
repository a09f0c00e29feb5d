import { InfoCircleOutlined } from '@ant-design/icons'
import type { DeviceSettings } from '@fleetdeck/contract/device-settings'
import { type Device, devices } from '@fleetdeck/contract/devices'
import { Alert, Button, Spin, Tooltip } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { CallError } from '../../api/call-error.ts'
import { BookingBar } from '../../components/bookings/BookingBar.tsx'
import { useOfferNotices } from '../../components/bookings/use-offer-notices.tsx'
import { ConnectionMark } from '../../components/connection/ConnectionMark.tsx'
import { DeviceIdentity } from '../../components/DeviceIdentity.tsx'
import { LogView } from '../../components/device-log/LogView.tsx'
import { DeviceInfo } from '../../components/device-panel/DeviceInfo.tsx'
import { screenPath } from '../../components/device-panel/device-page.ts'
import { NeighbourButtons } from '../../components/device-panel/NeighbourButtons.tsx'
import {
  type Direction,
  followNeighbourKey,
  type Neighbours,
  neighbourOf,
} from '../../components/device-panel/neighbours.ts'
import { OperationsMenu } from '../../components/device-panel/OperationsMenu.tsx'
import { useDevice } from '../../components/device-panel/use-device.ts'
import { useDeviceControl } from '../../components/device-panel/use-device-control.ts'
import { useDeviceOrders } from '../../components/device-panel/use-device-orders.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { RefusedInput } from '../../components/phone-check/RefusedInput.tsx'
import { QuestionWatch } from '../../components/questions/QuestionWatch.tsx'
import { CameraTool } from '../../components/screen/CameraTool.tsx'
import { ControlTools } from '../../components/screen/ControlTools.tsx'
import { LatencyPanel } from '../../components/screen/LatencyPanel.tsx'
import { ModeSwitch } from '../../components/screen/ModeSwitch.tsx'
import { PhoneScreen } from '../../components/screen/PhoneScreen.tsx'
import { RecordingTime } from '../../components/screen/RecordingIcon.tsx'
import { ScreenFigures, ScreenStatus } from '../../components/screen/ScreenStatus.tsx'
import { useOpenScreen } from '../../components/screen/use-open-screen.ts'
import { usePhoneFiles } from '../../components/screen/use-phone-files.ts'
import { NewLinkPart } from '../../components/screen-links/NewLinkPart.tsx'
import { DeviceSettingsDrawer } from '../../components/settings/DeviceSettingsDrawer.tsx'
import { deviceOrder } from '../../ground/device-order.ts'
import { useText } from '../../ground/language.ts'
import { noteDevice } from '../../ground/recent-devices.ts'
import { useDeviceRuntime, useReloadOnResume } from '../../realtime/use-console-socket.ts'
import styles from './screen-page.module.css'
import { ToolColumn } from './ToolColumn.tsx'
import { usePhoneKeyboard } from './use-phone-keyboard.ts'

/** The "?" key shows the shortcuts, except in text fields. */
function useQuestionKey(show: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea')
      if (event.key === '?' && !isTyping) show()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [show])
}

/** In the list from which the window was opened, or else by number. */
function useOrderNeighbours(deviceNo: string): Neighbours {
  const navigate = useNavigate()
  const [list] = useState(() => ({ deviceNos: deviceOrder() }))
  const order = useDeviceOrders([deviceNo], list)(deviceNo)
  const step = (direction: Direction) => {
    const other = neighbourOf(order?.deviceNos ?? [], deviceNo, direction)
    return other === undefined ? undefined : () => void navigate(screenPath(other), { replace: true })
  }
  const neighbours = { previous: step(-1), next: step(1) }
  const onKey = useEffectEvent((event: KeyboardEvent) => followNeighbourKey(event, neighbours))
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return neighbours
}

function TakeOver({ device }: { device: Device & { settings: DeviceSettings } }) {
  const t = useText()
  const { deviceNo } = device
  const control = useDeviceControl(deviceNo, device)
  const runtime = useDeviceRuntime(device)
  useReloadOnResume()
  useOfferNotices()
  const neighbours = useOrderNeighbours(deviceNo)
  const files = usePhoneFiles(device.id, control.state)
  const isClosed = useOpenScreen() === false
  const [isLogOpen, setLogOpen] = useState(false)
  const [areSettingsOpen, setSettingsOpen] = useState(false)
  const [isLinking, setLinking] = useState(false)
  const [areShortcutsOpen, setShortcutsOpen] = useState(false)
  const [shown, setShown] = useState<'info' | 'latency'>()
  const show = (part: typeof shown) => setShown(part === shown ? undefined : part)
  useQuestionKey(() => setShortcutsOpen(true))
  useEffect(() => {
    noteDevice(deviceNo)
    document.title = `${deviceNo} · ${t('screen.title')}`
  }, [deviceNo, t])
  const toggleLog = () => setLogOpen(!isLogOpen)
  const { session, state } = control
  const keyboard = usePhoneKeyboard(control)
  const isLive = state.phase === 'live'
  const details =
    (shown === 'info' && <DeviceInfo device={device} />) ||
    (shown === 'latency' && session && isLive && <LatencyPanel session={session} region={state.region} />)
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <DeviceIdentity device={device} runtime={runtime} />
        <Tooltip title={t('screen.info')}>
          <Button
            type="text"
            size="small"
            icon={<InfoCircleOutlined />}
            aria-label={t('screen.info')}
            aria-expanded={shown === 'info'}
            onClick={() => show('info')}
          />
        </Tooltip>
        <NeighbourButtons {...neighbours} />
        <div className={styles.tools}>
          <ConnectionMark isQuiet />
          {state.recording && <RecordingTime recording={state.recording} />}
          <ScreenStatus state={state}>
            {isLive && (
              <ScreenFigures
                session={session}
                isOpen={shown === 'latency'}
                onDetails={() => show('latency')}
              />
            )}
          </ScreenStatus>
          <ModeSwitch session={session} state={state} onChoose={control.choose} />
          <CameraTool session={session} state={state} />
          <ControlTools session={session} state={state} />
          <OperationsMenu
            control={control}
            onLog={toggleLog}
            onSettings={() => setSettingsOpen(true)}
            onGuestLink={() => setLinking(true)}
          />
        </div>
      </header>
      <BookingBar deviceId={device.id} />
      <RefusedInput device={device} />
      {isClosed && <Alert type="info" showIcon title={t('screen.notOpen')} />}
      <PhoneScreen
        deviceNo={deviceNo}
        files={files}
        session={session}
        state={state}
        mayStart={control.mayShow}
        holdKeys={keyboard.holdKeys}
        tools={
          <>
            <ToolColumn
              control={control}
              deviceId={device.id}
              files={files}
              keyboard={keyboard}
              isLogOpen={isLogOpen}
              onLog={toggleLog}
              areShortcutsOpen={areShortcutsOpen}
              onShortcuts={setShortcutsOpen}
            />
            {details && (
              <section
                className={styles.details}
                aria-label={t(shown === 'info' ? 'screen.info' : 'screen.latency')}
              >
                {details}
              </section>
            )}
          </>
        }
      />
      {isLogOpen && (
        <section className={styles.log} aria-label={t('screen.log')}>
          <LogView deviceNo={deviceNo} />
        </section>
      )}
      {isLinking && <NewLinkPart deviceNo={device.deviceNo} onClose={() => setLinking(false)} />}
      {areSettingsOpen && <DeviceSettingsDrawer deviceNo={deviceNo} onClose={() => setSettingsOpen(false)} />}
    </main>
  )
}

function BackToList() {
  const t = useText()
  return (
    <Link to="/device/deviceList">
      <Button type="primary">{t('screen.backToList')}</Button>
    </Link>
  )
}

/** A phone in a separate window: /screen?deviceNo=… */
export function ScreenPage() {
  const t = useText()
  const [params] = useSearchParams()
  const deviceNo = params.get('deviceNo') ?? ''
  const device = useDevice(deviceNo)
  if (deviceNo === '') {
    return (
      <main className={styles.page}>
        <Alert type="error" showIcon role="alert" title={t('device.noRequired')} />
        <EmptyState text={t('screen.noDeviceHint')}>
          <BackToList />
        </EmptyState>
      </main>
    )
  }
  if (device.error instanceof CallError && device.error.code === 403)
    return <Navigate to="/401" replace state={{ call: devices.findOne.permission }} />
  if (device.data)
    return (
      <>
        <TakeOver key={deviceNo} device={device.data} />
        <QuestionWatch deviceId={device.data.id} />
      </>
    )
  return (
    <main className={styles.page}>
      {device.error ? (
        <>
          <ErrorState title={deviceNo} error={device.error} onRetry={() => void device.refetch()} />
          <div>
            <BackToList />
          </div>
        </>
      ) : (
        <Spin size="large" delay={200} style={{ margin: 'auto' }} />
      )}
    </main>
  )
}
