import { devices } from '@fleetdeck/contract/devices'
import { Link } from 'react-router'
import { EmptyState } from '../../components/EmptyState.tsx'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'

/** Whether the filters hide all devices, or there are none yet. */
export function NoDevices({ isFiltered }: { isFiltered: boolean }) {
  const t = useText()
  const mayAssign = useMay(devices.addAssDevice.permission)
  if (isFiltered) return <EmptyState text={t('monitor.empty')} />
  return (
    <EmptyState text={t('device.emptyAssigned')}>
      {mayAssign && <Link to="/device/deviceList?assStatus=0">{t('device.unassigned')}</Link>}
    </EmptyState>
  )
}
