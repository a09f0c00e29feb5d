import type { DeviceIncidentCause, DeviceIncidentKind } from '@fleetdeck/contract/device-incidents'
import type { AlarmId, DeviceIncidentId, UserId } from '@fleetdeck/contract/ids'
import { toNetwork } from './shared-causes.ts'

/** Kinds of alarms that are grouped. */
export const groupedKinds = ['offline', 'service'] as const satisfies DeviceIncidentKind[]
export type GroupedKind = (typeof groupedKinds)[number]
type SharedProperty = Exclude<DeviceIncidentCause, 'none'>

/** The properties of a device that may be the cause of its problem. */
interface Traits {
  /** Name of the computer that the phone is plugged into. */
  computer: string | null
  /** The hub that it is plugged into, or has left: such as `1-4.2`; null if its computer does not tell. */
  hub: string | null
  /** Empty while unknown. */
  ip: string
  groupName: string | null
  apkVersion: string | null
}
/** An alarm of no incident. */
export interface LoneAlarm extends Traits {
  id: AlarmId
  toUserId: UserId
  kind: GroupedKind
  since: Date
  /** How long ago it opened. */
  ageSeconds: number
}
export interface OpenIncident {
  id: DeviceIncidentId
  toUserId: UserId
  kind: GroupedKind
  cause: DeviceIncidentCause
  causeValue: string
  joinedAt: Date
  /** Its alarms, also those that are over. */
  alarms: number
}
/** How many devices of a user with these traits are in no open incident, and how many of these have the problem now. */
export interface TraitCount extends Traits {
  total: number
  unwell: number
}
export interface NewIncident {
  cause: DeviceIncidentCause
  causeValue: string
  alarms: LoneAlarm[]
}

const minDevices = 5
/** Hubs are small; but all of their phones must have left. */
const minHubDevices = 3
/** Devices without a common property are an incident if there are this many, a minute after their alarms. */
const minUnrelated = 20
const unrelatedSeconds = 60
/** Problems that begin within this time of each other may have one cause. */
const burstMs = 5 * 60_000
/** A device joins an open incident within this time after the last one that joined. */
const joinMs = 60 * 60_000
const maxAlarms = 10_000
/** A property is the cause only if at least this share of the devices that have it is affected. */
const minShare = 0.5

interface Property {
  cause: SharedProperty
  /** Empty for devices without it. */
  read: (traits: Traits) => string
  /** How many alarms it has to explain, and of which share of the devices that have it. */
  least: number
  share: number
}
const usual = { least: minDevices, share: minShare }

/** USB allows five hubs one behind the other; a hub of many ports consists of several. */
const hubLevels = [4, 3, 2, 1, 0]
function hubAt({ computer, hub }: Traits, level: number): string {
  const steps = hub?.split('.') ?? []
  return steps.length > level ? `${computer} · ${steps.slice(0, level + 1).join('.')}` : ''
}

/** From the most to the least specific. */
const properties: readonly Property[] = [
  ...hubLevels.map((level) => ({
    ...{ cause: 'hub' as const, least: minHubDevices, share: 1 },
    read: (traits: Traits) => hubAt(traits, level),
  })),
  { cause: 'computer', read: ({ computer }) => computer ?? '', ...usual },
  { cause: 'address', read: ({ ip }) => ip, ...usual },
  { cause: 'network', read: ({ ip }) => toNetwork(ip), ...usual },
  { cause: 'group', read: ({ groupName }) => groupName ?? '', ...usual },
  { cause: 'version', read: ({ apkVersion }) => apkVersion ?? '', ...usual },
]
const hasCause = (traits: Traits, wanted: DeviceIncidentCause, value: string) =>
  properties.some(({ cause, read }) => cause === wanted && read(traits) === value)

/** The open incident that an alarm belongs to. */
export function incidentFor(alarm: LoneAlarm, open: readonly OpenIncident[]): OpenIncident | undefined {
  return open.find((incident) => {
    if (incident.toUserId !== alarm.toUserId || incident.kind !== alarm.kind) return false
    if (incident.alarms >= maxAlarms) return false
    const distance = alarm.since.getTime() - incident.joinedAt.getTime()
    // Devices that share nothing belong to it only by their time.
    if (incident.cause === 'none') return Math.abs(distance) <= burstMs
    return distance <= joinMs && hasCause(alarm, incident.cause, incident.causeValue)
  })
}

/** Alarms whose problems began one soon after the other. */
export function splitBursts(alarms: readonly LoneAlarm[]): LoneAlarm[][] {
  const bursts: LoneAlarm[][] = []
  let last = Number.NEGATIVE_INFINITY
  for (const alarm of [...alarms].sort((a, b) => a.since.getTime() - b.since.getTime())) {
    const at = alarm.since.getTime()
    if (at - last > burstMs) bursts.push([])
    bursts.at(-1)?.push(alarm)
    last = at
  }
  return bursts.filter(({ length }) => length >= minHubDevices)
}

/**
 * The incidents in a burst: the values of the property that explains it best, then the same for the rest.
 * @param counts of the devices of the user that are in no open incident
 */
export function findCauses(burst: readonly LoneAlarm[], counts: readonly TraitCount[]): NewIncident[] {
  const found: NewIncident[] = []
  let rest = [...burst]
  for (;;) {
    // Devices of a cause say nothing about the next one.
    const explained = found.flatMap(({ alarms }) => alarms)
    const countOf = sumCounts([...counts, ...explained.map((alarm) => ({ ...alarm, total: -1, unwell: -1 }))])
    const best = bestProperty(properties.map((property) => candidatesOf(rest, property, countOf)))
    if (!best) break
    found.push(...best.map(({ weight, ...incident }) => incident))
    const known = new Set(best.flatMap(({ alarms }) => alarms))
    rest = rest.filter((alarm) => !known.has(alarm))
  }
  // Later a common property may show: the problem reaches other devices within seconds.
  const unrelated = rest.filter(({ ageSeconds }) => ageSeconds >= unrelatedSeconds)
  if (unrelated.length >= minUnrelated) found.push({ cause: 'none', causeValue: '', alarms: rest })
  return found
}

/** A value of a property that may be a cause. */
interface Candidate extends NewIncident {
  /**
   * Alarms that it explains, less the devices that have it and are well: they contradict it. Each cause also has to
   * explain as many alarms as an incident needs.
   */
  weight: number
}

function candidatesOf(
  alarms: readonly LoneAlarm[],
  { cause, read, least, share }: Property,
  countOf: ReturnType<typeof sumCounts>,
): Candidate[] {
  const groups = Map.groupBy(alarms, read)
  groups.delete('')
  return [...groups].flatMap(([causeValue, explained]) => {
    const { total, unwell } = countOf(cause, causeValue)
    if (explained.length < least || unwell < total * share) return []
    return [{ cause, causeValue, alarms: explained, weight: explained.length - (total - unwell) - least }]
  })
}

/** The candidates of the property that explains most with few causes; the first of those that are equal. */
function bestProperty(candidates: readonly Candidate[][]): Candidate[] | undefined {
  const choices = candidates
    .filter(({ length }) => length > 0)
    .map((all) => {
      const good = all.filter(({ weight }) => weight >= 0)
      return good.length ? good : [all.reduce((most, each) => (each.weight > most.weight ? each : most))]
    })
  const sum = (choice: readonly Candidate[]) => choice.reduce((total, { weight }) => total + weight, 0)
  return choices.reduce<Candidate[] | undefined>(
    (most, each) => (most === undefined || sum(each) > sum(most) ? each : most),
    undefined,
  )
}

/** How many devices have a value of a property, and how many of them have the problem. */
function sumCounts(counts: readonly TraitCount[]) {
  const sums = new Map<string, { total: number; unwell: number }>()
  for (const { total, unwell, ...traits } of counts)
    for (const { cause, read } of properties) {
      const key = `${cause} ${read(traits)}`
      const sum = sums.get(key) ?? { total: 0, unwell: 0 }
      sums.set(key, { total: sum.total + total, unwell: sum.unwell + unwell })
    }
  return (cause: SharedProperty, value: string) => sums.get(`${cause} ${value}`) ?? { total: 0, unwell: 0 }
}
