import { siteClock } from '@fleetdeck/contract/site-time'
import { formatZone } from '@fleetdeck/i18n/formats'
import type { Language } from '@fleetdeck/i18n/languages'

/** Times for readers who may be elsewhere: `2027-12-31 23:59:59 Shanghai`. */
export function namedClock(language: Language, timeZone: string): (time: Date) => string {
  const clock = siteClock(timeZone)
  return (time) => `${clock(time)} ${formatZone(language, timeZone)}`
}
