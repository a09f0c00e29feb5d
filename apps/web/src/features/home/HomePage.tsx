import { devices } from '@fleetdeck/contract/devices'
import { useMay, useSession } from '../../api/session-store.ts'
import { type Translate, useText } from '../../app/language.ts'
import { AccountCard } from './AccountCard.tsx'
import { DeviceFigures } from './DeviceFigures.tsx'

function greeting(t: Translate, name: string): string {
  const hour = new Date().getHours()
  if (hour >= 5 && hour < 12) return t('home.morning', { name })
  return hour >= 12 && hour < 18 ? t('home.afternoon', { name }) : t('home.evening', { name })
}

/** What the operator may see at a glance; each figure leads to its list. */
export function HomePage() {
  const t = useText()
  const user = useSession((state) => state.user)
  const seesDevices = useMay(devices.list.permission)
  return (
    <div className="home">
      <h1 className="home-greeting">{greeting(t, user?.nickName || user?.userName || '')}</h1>
      {seesDevices ? <DeviceFigures /> : <p className="home-empty">{t('home.noRights')}</p>}
      <AccountCard />
    </div>
  )
}
