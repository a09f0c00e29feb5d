import type { DeviceIncident } from '@fleetdeck/contract/device-incidents'
import type { Translate } from '../../ground/language.ts'

/** Numbers of the first devices that have the problem, or had it. */
export function numbersText(t: Translate, { endedAt, deviceNos, devices, lasting }: DeviceIncident): string {
  const count = endedAt === null ? lasting : devices
  return deviceNos.join(t('alarm.told.comma')) + (count > deviceNos.length ? '…' : '')
}

/** When bots hear of it again; undefined: they do. */
export function silenceEnd({ endedAt, silencedUntil }: DeviceIncident): string | undefined {
  const isSilenced = endedAt === null && silencedUntil !== null && new Date(silencedUntil) > new Date()
  return isSilenced ? silencedUntil : undefined
}
