import { devices } from '@fleetdeck/contract/devices'
import { seededName, type Translate, useText } from '../../ground/language.ts'
import { useMay, useSession } from '../../ground/session-store.ts'
import { siteText, useSiteZone } from '../../ground/site-zone.ts'
import { AccountCard } from './AccountCard.tsx'
import { DeviceFigures } from './DeviceFigures.tsx'
import { HourCharts } from './HourCharts.tsx'
import { InstallationState } from './InstallationState.tsx'
import { NeedsYou } from './NeedsYou.tsx'
import { NewestNotices } from './NewestNotices.tsx'
import { useAlarmNews } from './use-alarm-summary.ts'
import { useDeviceSummary } from './use-device-summary.ts'

function greeting(t: Translate, name: string): string {
  const hour = Number(siteText(new Date()).slice(11, 13))
  if (hour >= 5 && hour < 12) return t('home.morning', { name })
  return hour >= 12 && hour < 18 ? t('home.afternoon', { name }) : t('home.evening', { name })
}

/** The caller's permissions decide which figures and cards are shown. */
export function HomePage() {
  const t = useText()
  const user = useSession((state) => state.user)
  const seesDevices = useMay(devices.list.permission)
  // Greets again when the site has sent its time zone.
  useSiteZone()
  return (
    <div className="home">
      <header className="home-head">
        <h1>{greeting(t, seededName(user?.nickName || user?.userName || ''))}</h1>
        <InstallationState />
      </header>
      {seesDevices ? <Devices /> : <p className="home-empty">{t('home.noRights')}</p>}
      {!seesDevices && (
        <div className="home-columns">
          <NewestNotices />
          <AccountCard />
        </div>
      )}
    </div>
  )
}

function Devices() {
  const t = useText()
  const { summary, isError } = useDeviceSummary()
  useAlarmNews()
  // Together, once it is known what there is: nothing moves afterwards.
  const isKnown = summary !== undefined || isError
  const hasDevices = summary !== undefined && summary.assigned + summary.unassigned > 0
  return (
    <>
      <DeviceFigures summary={summary} isError={isError} />
      {isKnown && (
        <div className="home-columns">
          {hasDevices && <NeedsYou summary={summary} />}
          {hasDevices && (
            <section className="home-card" aria-label={t('home.chart')}>
              <HourCharts />
            </section>
          )}
          <NewestNotices />
          <AccountCard />
        </div>
      )}
    </>
  )
}
