import { CronSyntaxError } from './cron-error.ts'
import { type CronField, type CronPart, fieldRanges } from './fields.ts'

/** Parses one element between two commas. @throws CronSyntaxError */
export function parsePart(field: CronField, text: string): CronPart {
  if (text === '*') return { kind: 'every' }
  if (text === '?' && (field === 'day' || field === 'week')) return { kind: 'any' }
  const special = field === 'day' ? dayPart(text) : field === 'week' ? weekPart(text) : undefined
  return special ?? numbersPart(field, text)
}

function dayPart(text: string): CronPart | undefined {
  const last = /^L(?:-(\d+))?(W?)$/.exec(text)
  if (last) {
    const before = last[1] === undefined ? 0 : parseInRange('day', last[1], text, { min: 1, max: 30 })
    return { kind: last[2] ? 'lastWeekday' : 'last', before }
  }
  const nearest = /^(\d+)W$/.exec(text)
  if (nearest) return { kind: 'nearestWeekday', day: parseNumber('day', nearest[1] as string, text) }
}

function weekPart(text: string): CronPart | undefined {
  // Alone, it is the last day of the week, as in Quartz.
  if (text === 'L') return { kind: 'value', value: fieldRanges.week.max }
  const last = /^(\w+)L$/.exec(text)
  if (last) return { kind: 'lastOf', weekday: parseNumber('week', last[1] as string, text) }
  const nth = /^(\w+)#(\d+)$/.exec(text)
  if (nth) {
    const weekday = parseNumber('week', nth[1] as string, text)
    return { kind: 'nth', weekday, nth: parseInRange('week', nth[2] as string, text, { min: 1, max: 5 }) }
  }
}

/** `5`, `5-10`, and either of them or `*` with a step. */
function numbersPart(field: CronField, text: string): CronPart {
  const form = /^(?:(\*)|(\w+)(?:-(\w+))?)(?:\/(\w+))?$/.exec(text)
  if (!form) throw new CronSyntaxError({ name: 'wrongTag', field, text })
  const [, star, low, high, stepText] = form
  const { min, max } = fieldRanges[field]
  const from = star ? min : parseNumber(field, low as string, text)
  const to = high === undefined ? undefined : parseNumber(field, high, text)
  if (to !== undefined && from > to) throw new CronSyntaxError({ name: 'boundsReversed', field, text })
  if (stepText !== undefined) {
    const step = parseInRange(field, stepText, text, { min: 1, max: field === 'year' ? max - min : max })
    return { kind: 'step', from, to: to ?? max, step }
  }
  return to === undefined ? { kind: 'value', value: from } : { kind: 'range', from, to }
}

/** A number of the field, or its name. */
function parseNumber(field: CronField, word: string, text: string): number {
  const { min, names } = fieldRanges[field]
  const named = names?.indexOf(word) ?? -1
  return named >= 0 ? named + min : parseInRange(field, word, text, fieldRanges[field])
}

function parseInRange(
  field: CronField,
  word: string,
  text: string,
  { min, max }: { min: number; max: number },
): number {
  if (!/^\d+$/.test(word)) throw new CronSyntaxError({ name: 'wrongTag', field, text })
  const number = Number(word)
  if (number < min || number > max) throw new CronSyntaxError({ name: 'wrongNumber', field, text, min, max })
  return number
}
