import { devices } from '@fleetdeck/contract/devices'
import { Suspense } from 'react'
import { loadPageTexts, seededName, type Translate, useText } from '../../ground/language.ts'
import { lazyPart } from '../../ground/lazy-part.ts'
import { useMay, useSession } from '../../ground/session-store.ts'
import { AccountCard } from './AccountCard.tsx'
import { DeviceFigures } from './DeviceFigures.tsx'
import { InstallationState } from './InstallationState.tsx'
import { NewestNotices } from './NewestNotices.tsx'
import { useAlarmSummary } from './use-alarm-summary.ts'
import { useDeviceSummary } from './use-device-summary.ts'

const DeviceChart = lazyPart(async () => {
  const [{ DeviceChart }] = await Promise.all([import('./DeviceChart.tsx'), loadPageTexts()])
  return DeviceChart
})

const NewestAlarms = lazyPart(async () => {
  const [{ NewestAlarms }] = await Promise.all([import('./NewestAlarms.tsx'), loadPageTexts()])
  return NewestAlarms
})

function greeting(t: Translate, name: string): string {
  const hour = new Date().getHours()
  if (hour >= 5 && hour < 12) return t('home.morning', { name })
  return hour >= 12 && hour < 18 ? t('home.afternoon', { name }) : t('home.evening', { name })
}

/** The caller's permissions decide which figures and cards are shown. */
export function HomePage() {
  const t = useText()
  const user = useSession((state) => state.user)
  const seesDevices = useMay(devices.list.permission)
  return (
    <div className="home">
      <h1 className="home-greeting">{greeting(t, seededName(user?.nickName || user?.userName || ''))}</h1>
      <InstallationState />
      {seesDevices ? <Devices /> : <p className="home-empty">{t('home.noRights')}</p>}
      <AccountCard />
      {!seesDevices && (
        <div className="home-columns">
          <NewestNotices />
        </div>
      )}
    </div>
  )
}

function Devices() {
  const t = useText()
  const { summary, isError } = useDeviceSummary()
  const alarms = useAlarmSummary()
  return (
    <>
      <DeviceFigures summary={summary} isError={isError} alarms={alarms} />
      <div className="home-columns">
        {summary !== undefined && summary.assigned > 0 && (
          <section className="home-card" aria-label={t('home.chart')}>
            <h2>{t('home.chart')}</h2>
            <Suspense fallback={<div className="home-chart" />}>
              <DeviceChart summary={summary} />
            </Suspense>
          </section>
        )}
        <div className="home-side">
          {alarms.seesAlarms && summary !== undefined && summary.assigned > 0 && (
            <Suspense
              fallback={
                <section className="home-card" aria-busy>
                  <h2>{t('home.needsYou')}</h2>
                </section>
              }
            >
              <NewestAlarms />
            </Suspense>
          )}
          <NewestNotices />
        </div>
      </div>
    </>
  )
}
