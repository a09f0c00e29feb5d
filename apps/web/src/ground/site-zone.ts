import { siteClock } from '@fleetdeck/contract/site-time'
import { formatZone } from '@fleetdeck/i18n/formats'
import { create } from 'zustand'
import { currentLanguage } from './language.ts'

/** The time zone of all times in the console: the site's; empty, and the browser's, until the site has answered. */
export const useSiteZone = create<{ zone: string }>(() => ({ zone: '' }))

let browserZone: string | undefined
/** Asked only when a time is shown: a browser's first answer takes long. */
function zoneOfBrowser(): string {
  browserZone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone
  return browserZone
}

const zoneInUse = () => useSiteZone.getState().zone || zoneOfBrowser()

const clocks = new Map<string, (time: Date) => string>()
function clockIn(zone: string): (time: Date) => string {
  const clock = clocks.get(zone) ?? siteClock(zone)
  clocks.set(zone, clock)
  return clock
}

/** `2027-12-31 23:59:59` in the site's zone. */
export const siteText = (time: Date): string => clockIn(zoneInUse())(time)

/** The time whose clock in UTC shows what the site's shows: for charts, which know no other zones; ms. */
export const siteWallMs = (ms: number): number => Date.parse(`${siteText(new Date(ms)).replace(' ', 'T')}Z`)

/** The zone where its clocks differ from the browser's, as ` Shanghai`; otherwise nothing. */
export function zoneName(time: Date): string {
  const zone = zoneInUse()
  const isSame = zone === zoneOfBrowser() || clockIn(zone)(time) === clockIn(zoneOfBrowser())(time)
  return isSame ? '' : ` ${formatZone(currentLanguage(), zone)}`
}
