import { devices } from '@fleetdeck/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { inBackground } from '../../api/feedback.ts'
import { DeviceOverlays } from '../../components/device-panel/DeviceOverlays.tsx'
import { UnusablePhones } from '../../components/UnusablePhones.tsx'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'
import { AssignedDevices } from './AssignedDevices.tsx'
import { BatchDrawer } from './batch/BatchDrawer.tsx'
import styles from './devices.module.css'
import { UnassignedDevices } from './UnassignedDevices.tsx'
import { useReloadDevices } from './use-device-commands.ts'

/** Minimum interval between reloads of the lists, however many phones connect together; ms. */
const reloadPauseMs = 1000

/** Reloads the lists when devices are added, removed or reassigned. */
function useDeviceListEvents() {
  const reload = useReloadDevices()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useConsoleEvents((event) => {
    if (event.action !== 'devicesChanged') return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => inBackground(reload()), reloadPauseMs)
  })
}

function useUnassignedCount(): number | undefined {
  const isAllowed = useMay(devices.listUnAssignedDevice.permission)
  const { data } = useQuery({
    queryKey: [devices.listUnAssignedDevice.path, 'count'],
    queryFn: ({ signal }) => call(devices.listUnAssignedDevice, { query: { pageSize: 1 }, signal }),
    enabled: isAllowed,
    meta: { silent: true },
  })
  return data?.total
}

function UnassignedLabel({ count = 0 }: { count?: number | undefined }) {
  const t = useText()
  return (
    <>
      <span>{t('device.unassigned')}</span>
      {count > 0 && <span className={styles.count}>{count}</span>}
    </>
  )
}

/** The device list: assigned and unassigned phones (assStatus '1' and '0', spec §3). */
export function DevicesPage() {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const waiting = useUnassignedCount()
  useDeviceListEvents()
  const isUnassigned = params.get('assStatus') === '0'
  const show = (assStatus: string) => setParams(assStatus === '0' ? { assStatus } : {})
  const heading = (
    <Segmented
      value={isUnassigned ? '0' : '1'}
      onChange={show}
      options={[
        { value: '1', label: t('device.assigned') },
        { value: '0', label: <UnassignedLabel count={waiting} /> },
      ]}
    />
  )
  return (
    <>
      <UnusablePhones />
      {isUnassigned ? (
        <UnassignedDevices heading={heading} />
      ) : (
        <AssignedDevices heading={heading} onShowUnassigned={() => show('0')} />
      )}
      <BatchDrawer />
      <DeviceOverlays />
    </>
  )
}
