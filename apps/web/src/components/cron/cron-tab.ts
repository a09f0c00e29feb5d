import { fieldText } from '@fleetdeck/cron/cron-text'
import { type CronField, type CronPart, fieldRanges } from '@fleetdeck/cron/fields'

/** The modes in which a tab sets its field. */
export type Mode =
  | 'every'
  | 'any'
  | 'range'
  | 'step'
  | 'values'
  | 'last'
  | 'nearest'
  | 'lastOf'
  | 'nth'
  | 'other'

/** The state of a tab: its mode, and the last input for each mode. */
export interface TabState {
  mode: Mode
  from: number
  to: number
  stepFrom: number
  step: number
  values: number[]
  before: number
  toWeekday: boolean
  nearestDay: number
  weekday: number
  nth: number
  other: string
}

const commonModes: Mode[] = ['every', 'range', 'step', 'values', 'other']
export const modesByField: Record<CronField, Mode[]> = {
  second: commonModes,
  minute: commonModes,
  hour: commonModes,
  day: ['every', 'any', 'range', 'step', 'values', 'last', 'nearest', 'other'],
  month: commonModes,
  // "Every day of the week" is expressed in the tab of days.
  week: ['any', 'range', 'step', 'values', 'lastOf', 'nth', 'other'],
  year: commonModes,
}

const monday = 2

function emptyTab(field: CronField, thisYear: number): TabState {
  const { min, max } = fieldRanges[field]
  const isYear = field === 'year'
  const from = isYear ? thisYear : min
  return {
    mode: field === 'week' ? 'any' : 'every',
    from,
    to: isYear ? thisYear + 1 : max,
    stepFrom: from,
    step: field === 'second' || field === 'minute' ? 5 : 2,
    values: [isYear ? thisYear : field === 'week' ? monday : min],
    before: 0,
    toWeekday: false,
    nearestDay: 15,
    weekday: monday,
    nth: 1,
    other: '',
  }
}

/** The tab for a parsed field; anything it cannot express is shown as text. */
export function toTab(field: CronField, parts: CronPart[], thisYear: number): TabState {
  const other = fieldText(field, parts)
  return { ...emptyTab(field, thisYear), other, ...parseInputs(field, parts) }
}

function parseInputs(field: CronField, parts: CronPart[]): Partial<TabState> {
  const values = parts.flatMap((part) => (part.kind === 'value' ? [part.value] : []))
  if (values.length === parts.length) return { mode: 'values', values }
  const only = parts.length === 1 ? parts[0] : undefined
  switch (only?.kind) {
    case 'every':
    case 'any':
      return { mode: only.kind }
    case 'range':
      return { mode: 'range', from: only.from, to: only.to }
    case 'step':
      if (only.to !== fieldRanges[field].max) break
      return { mode: 'step', stepFrom: only.from, step: only.step }
    case 'last':
    case 'lastWeekday':
      return { mode: 'last', before: only.before, toWeekday: only.kind === 'lastWeekday' }
    case 'nearestWeekday':
      return { mode: 'nearest', nearestDay: only.day }
    case 'lastOf':
      return { mode: 'lastOf', weekday: only.weekday }
    case 'nth':
      return { mode: 'nth', weekday: only.weekday, nth: only.nth }
  }
  return { mode: 'other' }
}

/** The field's text for a tab, valid or not. */
export function toFieldText(field: CronField, tab: TabState): string {
  return tab.mode === 'other'
    ? tab.other.trim().replaceAll(/\s+/g, '') || '-'
    : fieldText(field, toParts(field, tab))
}

function toParts(field: CronField, tab: TabState): CronPart[] {
  switch (tab.mode) {
    case 'range':
      return [{ kind: 'range', from: tab.from, to: tab.to }]
    case 'step':
      return [{ kind: 'step', from: tab.stepFrom, to: fieldRanges[field].max, step: tab.step }]
    case 'values':
      return [...tab.values].sort((a, b) => a - b).map((value) => ({ kind: 'value', value }))
    case 'last':
      return [{ kind: tab.toWeekday ? 'lastWeekday' : 'last', before: tab.before }]
    case 'nearest':
      return [{ kind: 'nearestWeekday', day: tab.nearestDay }]
    case 'lastOf':
      return [{ kind: 'lastOf', weekday: tab.weekday }]
    case 'nth':
      return [{ kind: 'nth', weekday: tab.weekday, nth: tab.nth }]
    case 'any':
      return [{ kind: 'any' }]
    default:
      return [{ kind: 'every' }]
  }
}
