import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { CronError } from './cron-error.ts'
import { describeDays, describeMonths, describeYears } from './describe-dates.ts'
import { describeTime } from './describe-time.ts'
import { type CronField, isOpen } from './fields.ts'
import type { Cron } from './parse-cron.ts'
import type { Translate } from './translate.ts'

/** Numbers and words are separated by a space, as in all our texts; Chinese words are not. */
const figureAfterHan = /(?<=\p{Script=Han})(?=\d)/gu
const spaceInHan = /(?<=\p{Script=Han}) (?=\p{Script=Han})/gu

/** The meaning of an expression, such as "Every Monday to Friday at 02:30". */
export function describeCron({ parts }: Cron, translate: Translate): string {
  const { namesHours, rhythms, ...time } = describeTime(parts, translate)
  const isEveryDay = isOpen(parts.day) && isOpen(parts.week)
  const day = isEveryDay ? (namesHours ? translate('cron.everyDay') : '') : describeDays(parts, translate)
  const month = isOpen(parts.month) ? '' : describeMonths(parts.month, translate)
  const year = isOpen(parts.year) ? '' : describeYears(parts.year, translate)
  // The order differs between languages.
  const ordered = translate('cron.sentence', { ...time, day, month, year }).split('|')
  const joined = ordered
    .filter((part) => part !== '')
    .reduce((text, part) => `${text}${rhythms.includes(part) ? translate('cron.comma') : ' '}${part}`)
  const words = joined.replaceAll(figureAfterHan, ' ').replaceAll(spaceInHan, '')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const fieldNames: Record<CronField, TextKey> = {
  second: 'cron.second',
  minute: 'cron.minute',
  hour: 'cron.hour',
  day: 'cron.day',
  month: 'cron.month',
  week: 'cron.week',
  year: 'cron.year',
}

/** Why an expression is refused, and where. */
export function describeCronError(error: CronError, translate: Translate): string {
  if (error.name === 'wordCount') return translate('cron.wordCount', { count: error.count })
  if (error.name === 'dayAndWeek') return translate('cron.dayAndWeek')
  const place = { field: translate(fieldNames[error.field]), text: error.text }
  if (error.name === 'wrongTag') return translate('cron.wrongTag', place)
  if (error.name === 'boundsReversed') return translate('cron.boundsReversed', place)
  return translate('cron.wrongNumber', { ...place, min: error.min, max: error.max })
}
