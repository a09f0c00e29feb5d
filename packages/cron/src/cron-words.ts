import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { dayWords, monthWords, yearWords } from './date-words.ts'
import { type CronField, isOpen } from './fields.ts'
import type { Cron } from './parse-cron.ts'
import type { Say } from './say.ts'
import { timeWords } from './time-words.ts'
import type { CronError } from './wrong-cron.ts'

/** Numbers and words are separated by a space, as in all our texts. */
const figureAfterHan = /(?<=\p{Script=Han})(?=\d)/gu

/** The meaning of an expression, such as "At 02:30, Monday to Friday". */
export function cronWords({ parts }: Cron, say: Say): string {
  const { namesHours, ...time } = timeWords(parts, say)
  const isEveryDay = isOpen(parts.day) && isOpen(parts.week)
  const day = isEveryDay ? (namesHours ? say('cron.everyDay') : '') : dayWords(parts, say)
  const month = isOpen(parts.month) ? '' : monthWords(parts.month, say)
  const year = isOpen(parts.year) ? '' : yearWords(parts.year, say)
  // The order differs between languages.
  const ordered = say('cron.sentence', { ...time, day, month, year }).split('|')
  const joined = ordered.filter((part) => part !== '').join(say('cron.comma'))
  const words = joined.replaceAll(figureAfterHan, ' ')
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
export function cronErrorWords(error: CronError, say: Say): string {
  if (error.name === 'wordCount') return say('cron.wordCount', { count: error.count })
  if (error.name === 'dayAndWeek') return say('cron.dayAndWeek')
  const place = { field: say(fieldNames[error.field]), text: error.text }
  if (error.name === 'wrongTag') return say('cron.wrongTag', place)
  if (error.name === 'boundsReversed') return say('cron.boundsReversed', place)
  return say('cron.wrongNumber', { ...place, min: error.min, max: error.max })
}
