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

/** The common property; of a bot, its user; of dead phones, their computer and the place of the first. */
export function causeText(t: Translate, { kind, cause, causeValue, userName, phones }: DeviceIncident) {
  if (kind === 'bot') return userName
  if (kind !== 'deadPhone') return t(`deviceIncident.cause.${cause}`, { value: causeValue })
  const dead = phones.find(({ isBack }) => !isBack)
  const slot = dead?.shelf && `${dead.shelf.name} ${dead.shelf.slot + 1}`
  return [causeValue, dead?.port ?? dead?.serial, slot].filter(Boolean).join(' · ')
}

export function incidentCondition({ endedAt, acknowledgedAt }: DeviceIncident): Condition {
  if (endedAt !== null) return 'online'
  return acknowledgedAt === null ? 'failed' : 'trouble'
}
