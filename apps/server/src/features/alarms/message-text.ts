import type { AlarmKind, MessageKind } from '@fleetdeck/contract/alarms'
import type { AlarmId } from '@fleetdeck/contract/ids'
import type { Language } from '@fleetdeck/i18n/languages'
import { text } from '../../platform/http/language.ts'
import { namedClock } from './named-clock.ts'
import { type DeviceInfo, type SharedCause, sharedBy } from './shared-causes.ts'

/** An alarm as shown in a message. */
export interface NotifiedAlarm extends DeviceInfo {
  id: AlarmId
  deviceNo: string
  kind: AlarmKind
  value: number | null
  threshold: number | null
  since: Date
}
interface Wording {
  language: Language
  timeZone: string
}

/** How many devices a message names. */
const namedDevices = 5
const kindsInOrder: AlarmKind[] = ['offline', 'service', 'battery', 'memory']

const titles = {
  opened: 'alarm.told.opened',
  repeated: 'alarm.told.repeated',
  recovered: 'alarm.told.recovered',
} as const
const wrongTexts = {
  offline: 'alarm.told.offline',
  battery: 'alarm.told.battery',
  memory: 'alarm.told.memory',
  service: 'alarm.told.service',
} as const
const wellTexts = {
  offline: 'alarm.told.offlineOver',
  battery: 'alarm.told.batteryOver',
  memory: 'alarm.told.memoryOver',
  service: 'alarm.told.serviceOver',
} as const
const factTexts = {
  group: 'alarm.told.group',
  owner: 'alarm.told.owner',
  network: 'alarm.told.network',
  version: 'alarm.told.version',
} as const

function durationText(language: Language, seconds: number): string {
  if (seconds < 120) return text(language, 'alarm.told.seconds', { count: seconds })
  if (seconds < 7200) return text(language, 'alarm.told.minutes', { count: Math.round(seconds / 60) })
  return text(language, 'alarm.told.hours', { count: Math.round(seconds / 3600) })
}

/** The measured value with its unit; empty for kinds without one. */
export function valueText({ kind, value }: Pick<NotifiedAlarm, 'kind' | 'value'>): string {
  if (value === null) return ''
  if (kind === 'battery') return `${value}%`
  return kind === 'memory' ? `${value} MB` : ''
}

function formatLimit(language: Language, { kind, threshold }: NotifiedAlarm): string {
  if (threshold === null) return ''
  return kind === 'offline' ? durationText(language, threshold) : String(threshold)
}

function factText(language: Language, { name, value, percent }: SharedCause): string {
  const words = text(language, factTexts[name], { value })
  return percent === 100 ? words : text(language, 'alarm.told.mostly', { fact: words, percent })
}

function devicesText(language: Language, rows: readonly NotifiedAlarm[], kind: MessageKind): string {
  const named = rows.slice(0, namedDevices).map((row) => {
    const value = kind === 'recovered' ? '' : valueText(row)
    return value ? text(language, 'alarm.told.withValue', { deviceNo: row.deviceNo, value }) : row.deviceNo
  })
  const names = named.join(text(language, 'alarm.told.comma'))
  if (rows.length <= namedDevices) return text(language, 'alarm.told.devices', { names })
  return text(language, 'alarm.told.andMore', { names, total: rows.length })
}

function section(
  kind: MessageKind,
  rows: readonly NotifiedAlarm[],
  { language, timeZone }: Wording,
): string[] {
  const [first] = rows
  if (!first) return []
  const texts = kind === 'recovered' ? wellTexts : wrongTexts
  const shared = sharedBy(rows).map((fact) => factText(language, fact))
  const since = new Date(Math.min(...rows.map((row) => row.since.getTime())))
  return [
    text(language, texts[first.kind], { count: rows.length, limit: formatLimit(language, first) }),
    ...(shared.length
      ? [text(language, 'alarm.told.shared', { facts: shared.join(text(language, 'alarm.told.comma')) })]
      : []),
    devicesText(language, rows, kind),
    ...(kind === 'recovered'
      ? []
      : [text(language, 'alarm.told.since', { time: namedClock(language, timeZone)(since) })]),
  ]
}

/**
 * One message about all these alarms: each kind with its number, the common properties of the devices, and the first of
 * them.
 */
export function messageText(
  kind: Exclude<MessageKind, 'test'>,
  rows: readonly NotifiedAlarm[],
  wording: Wording,
): string {
  const sections = kindsInOrder.map((wanted) =>
    section(
      kind,
      rows.filter((row) => row.kind === wanted),
      wording,
    ),
  )
  return [[text(wording.language, titles[kind])], ...sections]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n')
}
