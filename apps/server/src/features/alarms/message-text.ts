import type { AlarmKind, MessageKind } from '@fleetdeck/contract/alarms'
import type { DeviceIncidentCause } from '@fleetdeck/contract/device-incidents'
import type { AlarmId, DeviceIncidentId } from '@fleetdeck/contract/ids'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Language } from '@fleetdeck/i18n/languages'
import { text } from '../../platform/http/language.ts'
import { namedClock } from './named-clock.ts'
import { type DeviceInfo, type SharedCause, sharedBy } from './shared-causes.ts'

/** An alarm as shown in a message. */
export interface NotifiedAlarm extends DeviceInfo {
  id: AlarmId
  /** Number or name. */
  subject: string
  kind: AlarmKind
  value: number | null
  threshold: number | null
  since: Date
  /** The incident of all devices with the same problem, and its cause; null for an alarm of its own. */
  incidentId: DeviceIncidentId | null
  cause: DeviceIncidentCause | null
  causeValue: string | null
  /** How many devices of the incident still have the problem. */
  lasting: number | null
}
interface Wording {
  language: Language
  timeZone: string
}

/** How many subjects a message names. */
const namedSubjects = 5
const deviceKinds: AlarmKind[] = ['offline', 'service', 'battery', 'memory']
const scriptKinds: AlarmKind[] = ['hotScript', 'scriptSource']

const deviceTitles = {
  opened: 'alarm.told.opened',
  repeated: 'alarm.told.repeated',
  recovered: 'alarm.told.recovered',
} as const
const scriptTitles = {
  opened: 'alarm.told.scriptOpened',
  repeated: 'alarm.told.scriptRepeated',
  recovered: 'alarm.told.scriptRecovered',
} as const
const wrongTexts = {
  offline: 'alarm.told.offline',
  battery: 'alarm.told.battery',
  memory: 'alarm.told.memory',
  service: 'alarm.told.service',
  hotScript: 'alarm.told.hotScript',
  scriptSource: 'alarm.told.scriptSource',
} as const
const wellTexts = {
  offline: 'alarm.told.offlineOver',
  battery: 'alarm.told.batteryOver',
  memory: 'alarm.told.memoryOver',
  service: 'alarm.told.serviceOver',
  hotScript: 'alarm.told.hotScriptOver',
  scriptSource: 'alarm.told.scriptSourceOver',
} as const
const factTexts = {
  hub: 'alarm.told.hub',
  computer: 'alarm.told.computer',
  address: 'alarm.told.address',
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

type Translate = (key: TextKey, values?: Record<string, string | number>) => string

/** The measured value with its unit; empty for kinds without one. */
export function valueText({ kind, value }: Pick<NotifiedAlarm, 'kind' | 'value'>, t: Translate): string {
  if (value === null) return ''
  if (kind === 'battery' || kind === 'hotScript') return `${value}%`
  if (kind === 'scriptSource') return t('alarm.failures', { count: value })
  return kind === 'memory' ? `${value} MB` : ''
}

function formatLimit(language: Language, { kind, threshold }: NotifiedAlarm): string {
  if (threshold === null) return ''
  return kind === 'offline' ? durationText(language, threshold) : String(threshold)
}

function factText(
  language: Language,
  { name, value, percent }: Omit<SharedCause, 'name'> & { name: keyof typeof factTexts },
): string {
  const words = text(language, factTexts[name], { value })
  return percent === 100 ? words : text(language, 'alarm.told.mostly', { fact: words, percent })
}

function namesText(language: Language, rows: readonly NotifiedAlarm[], kind: MessageKind): string {
  const t: Translate = (key, values) => text(language, key, values)
  const named = rows.slice(0, namedSubjects).map((row) => {
    const value = kind === 'recovered' ? '' : valueText(row, t)
    return value ? t('alarm.told.withValue', { name: row.subject, value }) : row.subject
  })
  const names = named.join(t('alarm.told.comma'))
  const isMore = rows.length > namedSubjects
  if (rows.some(isDevice))
    return isMore
      ? t('alarm.told.andMore', { names, total: rows.length })
      : t('alarm.told.devices', { names })
  return isMore
    ? t('alarm.told.namesAndMore', { names, total: rows.length })
    : t('alarm.told.names', { names })
}

const isDevice = ({ kind }: NotifiedAlarm) => deviceKinds.includes(kind)

/** The cause of the incident, and what the devices share otherwise. */
function factsOf(
  { cause, causeValue }: NotifiedAlarm,
  rows: readonly NotifiedAlarm[],
): (SharedCause | { name: 'hub' | 'computer' | 'address'; value: string; percent: 100 })[] {
  const facts = sharedBy(rows.filter(isDevice))
  if (cause === null || cause === 'none') return facts
  const known = { name: cause, value: causeValue ?? '', percent: 100 } as const
  return [known, ...facts.filter(({ name }) => name !== cause)]
}

/** How many devices of the incident have the problem now, unless these are all. */
function lastingText(language: Language, kind: MessageKind, rows: readonly NotifiedAlarm[]): string[] {
  const count = rows[0]?.lasting
  if (!count || (kind !== 'recovered' && count === rows.length)) return []
  return [text(language, 'alarm.told.lasting', { count })]
}

function section(
  kind: MessageKind,
  rows: readonly NotifiedAlarm[],
  { language, timeZone }: Wording,
): string[] {
  const [first] = rows
  if (!first) return []
  const texts = kind === 'recovered' ? wellTexts : wrongTexts
  const shared = factsOf(first, rows).map((fact) => factText(language, fact))
  const since = new Date(Math.min(...rows.map((row) => row.since.getTime())))
  return [
    text(language, texts[first.kind], { count: rows.length, limit: formatLimit(language, first) }),
    ...(shared.length
      ? [text(language, 'alarm.told.shared', { facts: shared.join(text(language, 'alarm.told.comma')) })]
      : []),
    namesText(language, rows, kind),
    ...lastingText(language, kind, rows),
    ...(kind === 'recovered'
      ? []
      : [text(language, 'alarm.told.since', { time: namedClock(language, timeZone)(since) })]),
  ]
}

/**
 * One message about all these alarms: each incident, and each kind of other alarms, with its number, the common
 * properties of the devices, and the first subjects.
 */
export function messageText(
  kind: Exclude<MessageKind, 'test'>,
  rows: readonly NotifiedAlarm[],
  wording: Wording,
): string {
  const ofKind = (wanted: AlarmKind) => rows.filter((row) => row.kind === wanted)
  const part = (title: TextKey, kinds: readonly AlarmKind[]) => {
    const lines = kinds.flatMap((wanted) =>
      [...Map.groupBy(ofKind(wanted), ({ incidentId }) => incidentId).values()].flatMap((together) =>
        section(kind, together, wording),
      ),
    )
    return lines.length ? [text(wording.language, title), ...lines] : []
  }
  return [...part(deviceTitles[kind], deviceKinds), ...part(scriptTitles[kind], scriptKinds)].join('\n')
}
