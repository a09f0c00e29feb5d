/** One element of a field's comma-separated list. Days of the week are 1 (Sunday) to 7 (Saturday). */
export type CronPart =
  /** `*` */
  | { kind: 'every' }
  /** `?`: the other of day and week decides. */
  | { kind: 'any' }
  /** `5` */
  | { kind: 'value'; value: number }
  /** `5-10` */
  | { kind: 'range'; from: number; to: number }
  /** `5/10`, `5-30/10`; `*` + `/10` starts at the field's minimum. */
  | { kind: 'step'; from: number; to: number; step: number }
  /** Day: `L`, and `L-3` three days before it. */
  | { kind: 'last'; before: number }
  /** Day: `LW`, `L-3W`: the weekday nearest to such a day, within the month. */
  | { kind: 'lastWeekday'; before: number }
  /** Day: `15W`: the weekday nearest to the 15th, within the month. */
  | { kind: 'nearestWeekday'; day: number }
  /** Week: `6L`: the last Friday of the month. */
  | { kind: 'lastOf'; weekday: number }
  /** Week: `6#3`: the third Friday of the month. */
  | { kind: 'nth'; weekday: number; nth: number }

export const cronFields = ['second', 'minute', 'hour', 'day', 'month', 'week', 'year'] as const
export type CronField = (typeof cronFields)[number]
export type CronParts = Record<CronField, CronPart[]>

export interface FieldRange {
  min: number
  max: number
  /** Names of numbers from `min` on. */
  names?: string[]
}

/** The numbers that Quartz allows. */
export const fieldRanges: Record<CronField, FieldRange> = {
  second: { min: 0, max: 59 },
  minute: { min: 0, max: 59 },
  hour: { min: 0, max: 23 },
  day: { min: 1, max: 31 },
  month: {
    min: 1,
    max: 12,
    names: ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
  },
  week: { min: 1, max: 7, names: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] },
  year: { min: 1970, max: 2099 },
}

/** The numbers that the parts name, in order; parts that depend on the calendar (L, W, #) name none. */
export function listNumbers(field: CronField, parts: CronPart[]): number[] {
  const { min, max } = fieldRanges[field]
  const found = new Set<number>()
  const add = (from: number, to: number, step = 1) => {
    for (let number = from; number <= to; number += step) found.add(number)
  }
  for (const part of parts) {
    if (part.kind === 'every' || part.kind === 'any') add(min, max)
    if (part.kind === 'value') add(part.value, part.value)
    if (part.kind === 'range') add(part.from, part.to)
    if (part.kind === 'step') add(part.from, part.to, part.step)
  }
  return [...found].sort((a, b) => a - b)
}

/** Whether the field is unrestricted. */
export const isOpen = (parts: CronPart[]) =>
  parts.some((part) => part.kind === 'every' || part.kind === 'any')
