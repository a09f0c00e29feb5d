import { type CronError, CronSyntaxError } from './cron-error.ts'
import { cronText } from './cron-text.ts'
import { type CronField, type CronPart, type CronParts, cronFields, isOpen } from './fields.ts'
import { parsePart } from './parse-part.ts'

export interface Cron {
  /** In the normalized form that every Quartz parser accepts: numbers, single spaces, `?` in day or week. */
  text: string
  parts: CronParts
}

export type ParsedCron = { cron: Cron; error?: never } | { error: CronError; cron?: never }

/**
 * Parses a Quartz expression: second, minute, hour, day, month, week and, optionally, year. Names of months and days,
 * and the letters L and W, may be lower case. Does not check whether such a time ever occurs: see nextTimes().
 */
export function parseCron(text: string): ParsedCron {
  try {
    return { cron: readCron(text) }
  } catch (error) {
    if (error instanceof CronSyntaxError) return { error: error.reason }
    throw error
  }
}

/** Parses the word of one field. */
export function parseField(field: CronField, word: string): { parts: CronPart[] } | { error: CronError } {
  try {
    return { parts: readField(field, word.trim().toUpperCase()) }
  } catch (error) {
    if (error instanceof CronSyntaxError) return { error: error.reason }
    throw error
  }
}

function readCron(text: string): Cron {
  const words = text
    .trim()
    .toUpperCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length !== 6 && words.length !== 7)
    throw new CronSyntaxError({ name: 'wordCount', count: words.length })
  const read = cronFields.map((field, index) => [field, readField(field, words[index] ?? '*')] as const)
  const parts = onlyOneOfDayAndWeek(Object.fromEntries(read) as CronParts)
  return { text: cronText(parts), parts }
}

function readField(field: CronField, word: string): CronPart[] {
  const parts = word.split(',').map((part) => parsePart(field, part))
  const alone = parts.length > 1 && parts.some((part) => part.kind === 'any')
  if (alone) throw new CronSyntaxError({ name: 'wrongTag', field, text: word })
  return parts.find((part) => part.kind === 'every') ? [{ kind: 'every' }] : parts
}

/** `* * *` and `? * ?` mean every day in common use; Quartz requires exactly one `?`. */
function onlyOneOfDayAndWeek(parts: CronParts): CronParts {
  if (isOpen(parts.week)) {
    return { ...parts, day: isOpen(parts.day) ? [{ kind: 'every' }] : parts.day, week: [{ kind: 'any' }] }
  }
  if (!isOpen(parts.day)) throw new CronSyntaxError({ name: 'dayAndWeek' })
  return { ...parts, day: [{ kind: 'any' }] }
}
