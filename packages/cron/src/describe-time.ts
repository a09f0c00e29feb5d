import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { type CronField, type CronPart, type CronParts, fieldRanges, listNumbers } from './fields.ts'
import { joinList } from './join-list.ts'
import type { Translate } from './translate.ts'

type TimeField = Extract<CronField, 'second' | 'minute' | 'hour'>

/** The words for each unit; empty if another unit covers it. */
interface TimeDescription extends Record<TimeField, string> {
  /** The words that say how often, such as "every 5 minutes", instead of when. */
  rhythms: string[]
  /** It only runs at some hours of the day. */
  namesHours: boolean
}

/** More than these are described as rules instead of one by one. */
const maxTimes = 6

const keys: Record<TimeField, Record<'every' | 'steps' | 'stepsFrom', TextKey>> = {
  second: { every: 'cron.everySecond', steps: 'cron.secondSteps', stepsFrom: 'cron.secondStepsFrom' },
  minute: { every: 'cron.everyMinute', steps: 'cron.minuteSteps', stepsFrom: 'cron.minuteStepsFrom' },
  hour: { every: 'cron.everyHour', steps: 'cron.hourSteps', stepsFrom: 'cron.hourStepsFrom' },
}

/** The times of day: listed if there are few, else unit by unit. */
export function describeTime(parts: CronParts, translate: Translate): TimeDescription {
  const times = fewTimes(parts)
  if (times) {
    return {
      hour: translate('cron.at', { times: joinList(times, translate) }),
      minute: '',
      second: '',
      rhythms: [],
      namesHours: true,
    }
  }
  return {
    second: isZero('second', parts)
      ? ''
      : describeUnit('second', parts, translate, atNumbers('cron.atSeconds')),
    minute: describeMinutes(parts, translate),
    hour: describeHours(parts, translate),
    rhythms: (['hour', 'minute', 'second'] as const).flatMap(
      (field) => describeRhythm(field, parts, translate) ?? [],
    ),
    namesHours: !isAll('hour', parts) && !hasRhythm('hour', parts),
  }
}

function fewTimes(parts: CronParts): string[] | undefined {
  if (isAll('second', parts) || isAll('minute', parts) || isAll('hour', parts)) return
  const [hours, minutes, seconds] = (['hour', 'minute', 'second'] as const).map((field) =>
    listNumbers(field, parts[field]),
  ) as [number[], number[], number[]]
  if (hours.length * minutes.length * seconds.length > maxTimes) return
  return hours.flatMap((hour) =>
    minutes.flatMap((minute) =>
      seconds.map((second) => `${pad(hour)}:${pad(minute)}${second === 0 ? '' : `:${pad(second)}`}`),
    ),
  )
}

const pad = (number: number) => String(number).padStart(2, '0')

function isZero(field: TimeField, parts: CronParts) {
  const numbers = listNumbers(field, parts[field])
  return numbers.length === 1 && numbers[0] === 0
}
const isAll = (field: TimeField, parts: CronParts) =>
  listNumbers(field, parts[field]).length === fieldRanges[field].max + 1
const hasRhythm = (field: TimeField, parts: CronParts) =>
  parts[field].some(({ kind }) => kind === 'every' || kind === 'step')

/** "Every second" implies "every minute". */
function describeMinutes(parts: CronParts, translate: Translate): string {
  if (isAll('minute', parts)) return hasRhythm('second', parts) ? '' : translate('cron.everyMinute')
  if (isZero('minute', parts) && isZero('second', parts)) return ''
  return describeUnit('minute', parts, translate, atNumbers('cron.atMinutes'))
}

function describeHours(parts: CronParts, translate: Translate): string {
  if (isAll('hour', parts)) {
    const isImplied = hasRhythm('minute', parts) || isAll('minute', parts)
    return isImplied ? '' : translate('cron.everyHour')
  }
  const isOnTheHour = isZero('minute', parts) && isZero('second', parts)
  return describeUnit('hour', parts, translate, isOnTheHour ? onTheHour : duringHours)
}

type DescribeList = (field: TimeField, parts: CronPart[], translate: Translate) => string

function describeUnit(field: TimeField, parts: CronParts, translate: Translate, list: DescribeList): string {
  return describeRhythm(field, parts, translate) ?? list(field, parts[field], translate)
}

function describeRhythm(field: TimeField, parts: CronParts, translate: Translate): string | undefined {
  if (isAll(field, parts)) return translate(keys[field].every)
  const only = parts[field].length === 1 ? parts[field][0] : undefined
  const isSteps = only?.kind === 'step' && only.step > 1 && only.to === fieldRanges[field].max
  if (!isSteps) return
  if (only.from === 0) return translate(keys[field].steps, { step: only.step })
  return translate(keys[field].stepsFrom, { step: only.step, from: only.from })
}

const atNumbers =
  (key: TextKey): DescribeList =>
  (field, parts, translate) => {
    const words = parts.flatMap((part) =>
      part.kind === 'range'
        ? [translate('cron.fromTo', { from: part.from, to: part.to })]
        : listNumbers(field, [part]).map(String),
    )
    return translate(key, { list: joinList(words, translate) })
  }

const onTheHour: DescribeList = (field, parts, translate) => {
  const time = (hour: number) => `${pad(hour)}:00`
  const words = parts.flatMap((part) =>
    part.kind === 'range'
      ? [translate('cron.fromTo', { from: time(part.from), to: time(part.to) })]
      : listNumbers(field, [part]).map(time),
  )
  const list = joinList(words, translate)
  const isRange = parts.some(({ kind }) => kind === 'range')
  return isRange ? translate('cron.onTheHour', { list }) : translate('cron.at', { times: list })
}

const duringHours: DescribeList = (field, parts, translate) => {
  const words = parts.flatMap((part) =>
    part.kind === 'range'
      ? [`${pad(part.from)}:00–${pad(part.to)}:59`]
      : listNumbers(field, [part]).map((hour) => `${pad(hour)}:00–${pad(hour)}:59`),
  )
  return translate('cron.duringHours', { list: joinList(words, translate) })
}
