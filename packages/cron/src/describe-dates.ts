import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { type CronPart, type CronParts, fieldRanges, isOpen, listNumbers } from './fields.ts'
import { joinList } from './join-list.ts'
import type { Translate } from './translate.ts'

/** Sunday first. */
export const weekdayNames = ([1, 2, 3, 4, 5, 6, 7] as const).map((day): TextKey => `cron.weekday${day}`)
export const monthNames = ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const).map(
  (month): TextKey => `cron.month${month}`,
)
export const ordinals = ['cron.first', 'cron.secondOne', 'cron.third', 'cron.fourth', 'cron.fifth'] as const

const nameOf = (names: readonly TextKey[], number: number, translate: Translate) =>
  translate(names[number - 1] as TextKey)

/** Which days of the month or of the week. */
export function describeDays(parts: CronParts, translate: Translate): string {
  const isOfWeek = isOpen(parts.day)
  const words = isOfWeek
    ? parts.week.flatMap((part) => dayOfWeek(part, translate))
    : parts.day.flatMap((part) => dayOfMonth(part, translate))
  const list = joinList(words, translate)
  if (isOfWeek && parts.week.every(({ kind }) => kind !== 'lastOf' && kind !== 'nth')) {
    return translate('cron.weekly', { list })
  }
  return translate(isOpen(parts.month) ? 'cron.monthly' : 'cron.onDays', { list })
}

function dayOfMonth(part: CronPart, translate: Translate): string[] {
  switch (part.kind) {
    case 'last':
      return [
        part.before === 0
          ? translate('cron.lastDay')
          : translate('cron.beforeLastDay', { count: part.before }),
      ]
    case 'lastWeekday':
      if (part.before === 0) return [translate('cron.lastWeekday')]
      return [translate('cron.weekdayBeforeLastDay', { count: part.before })]
    case 'nearestWeekday':
      return [translate('cron.nearestWeekday', { day: part.day })]
    case 'range':
      return [translate('cron.dayRange', { from: part.from, to: part.to })]
    case 'step':
      if (part.to < fieldRanges.day.max || part.step === 1) break
      return [translate('cron.daySteps', { from: part.from, step: part.step })]
  }
  return listNumbers('day', [part]).map((day) => translate('cron.dayNumber', { day }))
}

function dayOfWeek(part: CronPart, translate: Translate): string[] {
  const name = (number: number) => nameOf(weekdayNames, number, translate)
  if (part.kind === 'lastOf') return [translate('cron.lastOf', { weekday: name(part.weekday) })]
  if (part.kind === 'nth') {
    const nth = translate(ordinals[part.nth - 1] ?? 'cron.fifth')
    return [translate('cron.nthOf', { nth, weekday: name(part.weekday) })]
  }
  if (part.kind === 'range')
    return [translate('cron.namesFromTo', { from: name(part.from), to: name(part.to) })]
  return listNumbers('week', [part]).map(name)
}

export function describeMonths(parts: CronPart[], translate: Translate): string {
  const name = (number: number) => nameOf(monthNames, number, translate)
  const words = parts.flatMap((part) =>
    part.kind === 'range'
      ? [translate('cron.namesFromTo', { from: name(part.from), to: name(part.to) })]
      : listNumbers('month', [part]).map(name),
  )
  return translate('cron.inMonths', { list: joinList(words, translate) })
}

/** Without separators. */
const years = ({ from, to }: { from: number; to: number }) => ({ from: String(from), to: String(to) })

export function describeYears(parts: CronPart[], translate: Translate): string {
  const words = parts.flatMap((part) => {
    if (part.kind === 'range') return [translate('cron.fromTo', years(part))]
    if (part.kind === 'step') return [translate('cron.yearSteps', { ...years(part), step: part.step })]
    return listNumbers('year', [part]).map(String)
  })
  return translate('cron.inYears', { list: joinList(words, translate) })
}
