import { type DeviceSummary, summaryBatteryBelow, summaryExpiresWithin } from '@fleetdeck/contract/devices'
import { Button } from 'antd'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { useText } from '../../ground/language.ts'
import { lazyPart } from '../../ground/lazy-part.ts'
import { type DeviceFigure, deviceAddresses, deviceList } from './device-addresses.ts'
import { Figure } from './Figure.tsx'
import { openAlarms } from './use-alarm-summary.ts'

/** Loaded later: its contract is large. */
const TaskFigures = lazyPart(async () => (await import('./TaskFigures.tsx')).TaskFigures)

interface DeviceFiguresProps {
  summary: DeviceSummary | undefined
  isError: boolean
  alarms: { seesAlarms: boolean; open: number | undefined; isError: boolean }
}

/** The main counts; each links to the devices that it counts. */
export function DeviceFigures({ summary, isError, alarms }: DeviceFiguresProps) {
  const t = useText()
  if (summary?.assigned === 0 && summary.unassigned === 0)
    return (
      <div className="home-empty">
        <p>{t('home.noDevices')}</p>
        <Link to={deviceList}>
          <Button tabIndex={-1}>{t('home.openDevices')}</Button>
        </Link>
      </div>
    )
  const labels: Record<DeviceFigure, string> = {
    online: t('home.online'),
    offline: t('home.offline'),
    trouble: t('home.trouble'),
    lowBattery: t('home.lowBattery', { percent: summaryBatteryBelow }),
    expiring: t('home.expiring', { days: summaryExpiresWithin }),
    unassigned: t('home.unassigned'),
  }
  return (
    <section aria-label={t('home.devices')} className="figures-frame">
      <div className="figures">
        {(Object.keys(labels) as DeviceFigure[]).map((figure) => (
          <Figure
            key={figure}
            state={figure}
            label={labels[figure]}
            to={deviceAddresses[figure]}
            count={summary?.[figure]}
            isError={isError}
          />
        ))}
        <Suspense>
          <TaskFigures />
        </Suspense>
        {alarms.seesAlarms && (
          <Figure
            state="alarms"
            label={t('home.alarms')}
            to={openAlarms}
            count={alarms.open}
            isError={alarms.isError}
          />
        )}
      </div>
      <OnlineBar total={summary?.assigned} online={summary?.online} />
      <AssignLink waiting={summary?.assigned === 0 ? summary.unassigned : 0} />
    </section>
  )
}

/** The share of online devices as a bar and as text. */
function OnlineBar({ total, online }: { total: number | undefined; online: number | undefined }) {
  const t = useText()
  if (!total || online === undefined) return null
  const percent = Math.floor((100 * online) / total)
  return (
    <div className="online-bar">
      <div className="online-bar-track" aria-hidden>
        <div style={{ width: `${percent}%` }} />
      </div>
      <span>{t('home.onlineShare', { percent })}</span>
    </div>
  )
}

/** Links to assignment while no device is assigned. */
function AssignLink({ waiting }: { waiting: number }) {
  const t = useText()
  if (!waiting) return null
  return (
    <div className="home-step">
      <Link to={deviceAddresses.unassigned}>
        <Button type="primary" tabIndex={-1}>
          {t('home.openUnassigned', { count: waiting })}
        </Button>
      </Link>
    </div>
  )
}
