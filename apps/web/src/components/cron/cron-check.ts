import { siteClock } from '@fleetdeck/contract/site-time'
import { describeCronError } from '@fleetdeck/cron/describe-cron'
import { nextTimes } from '@fleetdeck/cron/next-times'
import { parseCron } from '@fleetdeck/cron/parse-cron'
import type { Translate } from '../../ground/language.ts'

/** The error of an expression as a text; the server refuses the same ones. Undefined: valid. */
export function cronProblem(text: string, timeZone: string, t: Translate): string | undefined {
  if (text.trim() === '') return t('cron.required')
  const { cron, error } = parseCron(text)
  if (error) return describeCronError(error, t)
  if (nextTimes(cron, { timeZone, after: new Date(), count: 1 }).length === 0) return t('cron.never')
}

/** A time in the spec's format, in the site's time zone, with its day of the week. */
export function siteTime(time: Date, timeZone: string, locale: string): { text: string; weekday: string } {
  const weekday = new Intl.DateTimeFormat(locale, { timeZone, weekday: 'short' })
  return { text: siteClock(timeZone)(time), weekday: weekday.format(time) }
}
