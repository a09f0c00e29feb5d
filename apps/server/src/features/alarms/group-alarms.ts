import type { DeviceIncidentCause, DeviceIncidentKind } from '@fleetdeck/contract/device-incidents'
import type { AlarmId, DeviceIncidentId, UserId } from '@fleetdeck/contract/ids'
import { toNetwork } from './shared-causes.ts'

export type GroupedKind = Exclude<DeviceIncidentKind, 'bot'>
type SharedProperty = Exclude<DeviceIncidentCause, 'none'>

/** The properties of a device that may be the cause of its problem. */
interface Traits {
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
/** How many devices of a user with these traits there are, and how many of them have the problem now. */
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

/** From the most to the least specific: the first of those that explain the most devices is the cause. */
const properties = ['address', 'network', 'group', 'version'] as const satisfies SharedProperty[]

const readProperty: Record<SharedProperty, (traits: Traits) => string> = {
  address: ({ ip }) => ip,
  network: ({ ip }) => toNetwork(ip),
  group: ({ groupName }) => groupName ?? '',
  version: ({ apkVersion }) => apkVersion ?? '',
}

/** The open incident that an alarm belongs to. */
export function incidentFor(alarm: LoneAlarm, open: readonly OpenIncident[]): OpenIncident | undefined {
  return open.find((incident) => {
    if (incident.toUserId !== alarm.toUserId || incident.kind !== alarm.kind) return false
    if (incident.alarms >= maxAlarms) return false
    const distance = alarm.since.getTime() - incident.joinedAt.getTime()
    // Devices that share nothing belong to it only by their time.
    if (incident.cause === 'none') return Math.abs(distance) <= burstMs
    return distance <= joinMs && readProperty[incident.cause](alarm) === incident.causeValue
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
  return bursts.filter(({ length }) => length >= minDevices)
}

/**
 * The incidents in a burst: the property that explains the most alarms, then the next of the rest.
 * @param counts of the devices of the user
 */
export function findCauses(burst: readonly LoneAlarm[], counts: readonly TraitCount[]): NewIncident[] {
  const found: NewIncident[] = []
  const isAffected = affectedValues(counts)
  let rest = [...burst]
  for (;;) {
    const best = properties
      .flatMap((cause) =>
        [...byValue(rest, cause)]
          .filter(([value, { length }]) => length >= minDevices && isAffected(cause, value))
          .map(([causeValue, alarms]) => ({ cause, causeValue, alarms })),
      )
      .reduce<NewIncident | undefined>(
        (most, each) => (most === undefined || each.alarms.length > most.alarms.length ? each : most),
        undefined,
      )
    if (!best) break
    found.push(best)
    const explained = new Set(best.alarms)
    rest = rest.filter((alarm) => !explained.has(alarm))
  }
  // Later a common property may show: the problem reaches other devices within seconds.
  const unrelated = rest.filter(({ ageSeconds }) => ageSeconds >= unrelatedSeconds)
  if (unrelated.length >= minUnrelated) found.push({ cause: 'none', causeValue: '', alarms: rest })
  return found
}

function byValue(alarms: readonly LoneAlarm[], cause: SharedProperty): Map<string, LoneAlarm[]> {
  const groups = Map.groupBy(alarms, readProperty[cause])
  groups.delete('')
  return groups
}

/** Whether most devices with a value of a property have the problem. */
function affectedValues(counts: readonly TraitCount[]) {
  const sums = new Map<string, { total: number; unwell: number }>()
  for (const { total, unwell, ...traits } of counts)
    for (const cause of properties) {
      const key = `${cause} ${readProperty[cause](traits)}`
      const sum = sums.get(key) ?? { total: 0, unwell: 0 }
      sums.set(key, { total: sum.total + total, unwell: sum.unwell + unwell })
    }
  return (cause: SharedProperty, value: string) => {
    const sum = sums.get(`${cause} ${value}`)
    return sum !== undefined && sum.unwell >= sum.total * minShare
  }
}
