import { type DeviceSummary, summaryExpiresWithin } from '@fleetdeck/contract/devices'
import { Button } from 'antd'
import { Link } from 'react-router'
import { useText } from '../../ground/language.ts'
import { type DeviceFigure, deviceAddresses, deviceList } from './device-addresses.ts'
import { Figure } from './Figure.tsx'
import { TaskFigures } from './TaskFigures.tsx'
import { useDeviceHours } from './use-day.ts'

interface DeviceFiguresProps {
  summary: DeviceSummary | undefined
  isError: boolean
}

/** The main counts with their last day; each links to the devices that it counts. */
export function DeviceFigures({ summary, isError }: DeviceFiguresProps) {
  const t = useText()
  const hours = useDeviceHours()
  if (summary?.assigned === 0 && summary.unassigned === 0)
    return (
      <div className="home-empty">
        <p>{t('home.noDevices')}</p>
        <Link to={deviceList}>
          <Button tabIndex={-1}>{t('home.openDevices')}</Button>
        </Link>
      </div>
    )
  const figure = (state: DeviceFigure, label: string) => (
    <Figure
      state={state}
      label={label}
      to={deviceAddresses[state]}
      count={summary?.[state]}
      hours={hours?.map((hour) => hour[state])}
      isError={isError}
    />
  )
  return (
    <section aria-label={t('home.devices')} className="figures">
      {figure('online', t('home.online'))}
      {figure('offline', t('home.offline'))}
      {figure('trouble', t('home.trouble'))}
      <TaskFigures />
      {figure('expiring', t('home.expiring', { days: summaryExpiresWithin }))}
    </section>
  )
}
