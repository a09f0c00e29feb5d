import type { DeviceIncident } from '@fleetdeck/contract/device-incidents'
import type { Translate } from '../../ground/language.ts'
import type { Condition } from '../device-condition.ts'

export const deviceIncidentList = '/alarm/incident?state=open'
export const deviceIncidentPath = (id: number) => `/alarm/incident?state=open&incident=${id}`

/** What happened, to how many devices. */
export function incidentTitle(t: Translate, { kind, endedAt, devices, lasting }: DeviceIncident): string {
  if (endedAt !== null) return t(`deviceIncident.ended.${kind}`, { count: devices })
  return t(`deviceIncident.what.${kind}`, { count: lasting })
}

/** The common property; of a bot, its user. */
export const causeText = (t: Translate, { kind, cause, causeValue, userName }: DeviceIncident): string =>
  kind === 'bot' ? userName : t(`deviceIncident.cause.${cause}`, { value: causeValue })

export function incidentCondition({ endedAt, acknowledgedAt }: DeviceIncident): Condition {
  if (endedAt !== null) return 'online'
  return acknowledgedAt === null ? 'failed' : 'trouble'
}
