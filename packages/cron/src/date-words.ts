import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { type CronPart, type CronParts, fieldRanges, isOpen, listNumbers } from './fields.ts'
import { listed } from './listed.ts'
import type { Say } from './say.ts'

/** Sunday first. */
export const weekdayNames = ([1, 2, 3, 4, 5, 6, 7] as const).map((day): TextKey => `cron.weekday${day}`)
export const monthNames = ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const).map(
  (month): TextKey => `cron.month${month}`,
)
export const ordinals = ['cron.first', 'cron.secondOne', 'cron.third', 'cron.fourth', 'cron.fifth'] as const

const nameOf = (names: readonly TextKey[], number: number, say: Say) => say(names[number - 1] as TextKey)

/** Which days of the month or of the week. */
export function dayWords(parts: CronParts, say: Say): string {
  const isOfWeek = isOpen(parts.day)
  const words = isOfWeek
    ? parts.week.flatMap((part) => dayOfWeek(part, say))
    : parts.day.flatMap((part) => dayOfMonth(part, say))
  const list = listed(words, say)
  if (isOfWeek && parts.week.every(({ kind }) => kind !== 'lastOf' && kind !== 'nth')) {
    return say('cron.weekly', { list })
  }
  return say(isOpen(parts.month) ? 'cron.monthly' : 'cron.onDays', { list })
}

function dayOfMonth(part: CronPart, say: Say): string[] {
  switch (part.kind) {
    case 'last':
      return [part.before === 0 ? say('cron.lastDay') : say('cron.beforeLastDay', { count: part.before })]
    case 'lastWeekday':
      if (part.before === 0) return [say('cron.lastWeekday')]
      return [say('cron.weekdayBeforeLastDay', { count: part.before })]
    case 'nearestWeekday':
      return [say('cron.nearestWeekday', { day: part.day })]
    case 'range':
      return [say('cron.dayRange', { from: part.from, to: part.to })]
    case 'step':
      if (part.to < fieldRanges.day.max || part.step === 1) break
      return [say('cron.daySteps', { from: part.from, step: part.step })]
  }
  return listNumbers('day', [part]).map((day) => say('cron.dayNumber', { day }))
}

function dayOfWeek(part: CronPart, say: Say): string[] {
  const name = (number: number) => nameOf(weekdayNames, number, say)
  if (part.kind === 'lastOf') return [say('cron.lastOf', { weekday: name(part.weekday) })]
  if (part.kind === 'nth') {
    const nth = say(ordinals[part.nth - 1] ?? 'cron.fifth')
    return [say('cron.nthOf', { nth, weekday: name(part.weekday) })]
  }
  if (part.kind === 'range') return [say('cron.namesFromTo', { from: name(part.from), to: name(part.to) })]
  return listNumbers('week', [part]).map(name)
}

export function monthWords(parts: CronPart[], say: Say): string {
  const name = (number: number) => nameOf(monthNames, number, say)
  const words = parts.flatMap((part) =>
    part.kind === 'range'
      ? [say('cron.namesFromTo', { from: name(part.from), to: name(part.to) })]
      : listNumbers('month', [part]).map(name),
  )
  return say('cron.inMonths', { list: listed(words, say) })
}

export function yearWords(parts: CronPart[], say: Say): string {
  const words = parts.flatMap((part) => {
    if (part.kind === 'range') return [say('cron.fromTo', { from: part.from, to: part.to })]
    if (part.kind === 'step')
      return [say('cron.yearSteps', { from: part.from, to: part.to, step: part.step })]
    return listNumbers('year', [part]).map(String)
  })
  return say('cron.inYears', { list: listed(words, say) })
}
