import { hotFromCelsius, lowBatteryPercent } from '@fleetdeck/contract/devices'
import { type Finding, type FindingKind, limits } from '@fleetdeck/contract/diagnosis'
import { Status } from '@fleetdeck/contract/enums'
import type { z } from 'zod'
import { effectiveSettings, hashSettings, type SiteSettings } from '../../domain/devices/device-settings.ts'
import { compareVersions } from '../../platform/core/compare-versions.ts'
import type { DiagnosedDevice } from './diagnose.queries.ts'

interface Site extends SiteSettings {
  /** Empty: any version. */
  minAgentVersion: string
}
type Found = z.input<typeof Finding>

const finding = (
  kind: FindingKind,
  weight: Finding['weight'],
  more: { at?: Date | null; values?: Finding['values'] } = {},
): Found => ({ kind, weight, at: more.at ?? null, values: more.values ?? {} })

/** Why a device does not work, the most serious reason first. Pure, so that every reason can be tested. */
export function diagnose(patient: DiagnosedDevice, site: Site): Found[] {
  const found = [...stops(patient), ...(patient.runtime?.online ? hinders(patient, site) : [])]
  const rival = patient.rival ? [finding('identityTaken', 'hinders', { values: patient.rival })] : []
  return [...found, ...rival, ...notices(patient, site)]
}

function stops(patient: DiagnosedDevice): Found[] {
  const { deviceNo, hardwareId, status, expireTime, tokenHash } = patient.device
  const found: Found[] = []
  if (!hardwareId && !patient.runtime?.lastSeenAt) found.push(finding('noPhone', 'stops'))
  if (!deviceNo) found.push(finding('unassigned', 'stops'))
  if (status !== Status.on) found.push(finding('disabled', 'stops'))
  if (expireTime && expireTime < patient.now)
    found.push(finding('deviceExpired', 'stops', { at: expireTime }))
  found.push(...ownerFindings(patient))
  if (hardwareId && !tokenHash) found.push(finding('tokenRevoked', 'stops'))
  return [...found, ...absence(patient)]
}

function ownerFindings({ now, ownerName, ownerEndsAt, isOwnerOff, exceeded }: DiagnosedDevice) {
  const userName = ownerName ?? ''
  const found: Found[] = []
  if (ownerEndsAt && ownerEndsAt < now)
    found.push(finding('ownerExpired', 'stops', { at: ownerEndsAt, values: { userName } }))
  if (isOwnerOff) found.push(finding('ownerDisabled', 'hinders', { values: { userName } }))
  if (exceeded) found.push(finding('overQuota', 'stops', { values: exceeded }))
  return found
}

function absence({ device, runtime }: DiagnosedDevice): Found[] {
  if (runtime?.online) return []
  if (!runtime?.lastSeenAt) return device.hardwareId ? [finding('neverSeen', 'stops')] : []
  return [finding('offline', 'stops', { at: runtime.onlineChangedAt })]
}

type Runtime = NonNullable<DiagnosedDevice['runtime']>

/** Findings from the values that a connected phone reports. */
function hinders({ runtime }: DiagnosedDevice, { minAgentVersion }: Site): Found[] {
  if (!runtime) return []
  const found: Found[] = []
  if (runtime.serviceOk === '0') found.push(finding('serviceDown', 'stops'))
  const version = runtime.apkVersion ?? ''
  if (minAgentVersion && version && compareVersions(version, minAgentVersion) < 0)
    found.push(finding('oldAgent', 'hinders', { values: { version, wanted: minAgentVersion } }))
  return [...found, ...shortages(runtime), ...clockFinding(runtime), ...bodyFindings(runtime)]
}

function shortages({ sdCardLeftSpace, sdCardSpace, availMemory, totalMemory }: Runtime): Found[] {
  const found: Found[] = []
  const isShort = (left: number, all: number | null, bytes: number, percent: number) =>
    left < bytes || (all !== null && left < (all * percent) / 100)
  if (sdCardLeftSpace !== null && isShort(sdCardLeftSpace, sdCardSpace, limits.diskBytes, limits.diskPercent))
    found.push(finding('diskFull', 'hinders', { values: { bytes: sdCardLeftSpace } }))
  if (availMemory !== null && isShort(availMemory, totalMemory, limits.memoryBytes, limits.memoryPercent))
    found.push(finding('memoryLow', 'hinders', { values: { bytes: availMemory } }))
  return found
}

function clockFinding({ clockAheadMs }: Runtime): Found[] {
  const seconds = Math.round((clockAheadMs ?? 0) / 1000)
  if (Math.abs(seconds) < limits.clockSeconds) return []
  const kind = seconds > 0 ? 'clockAhead' : 'clockBehind'
  return [finding(kind, 'hinders', { values: { seconds: Math.abs(seconds) } })]
}

function bodyFindings({ battery, isCharging, batteryTemp }: Runtime): Found[] {
  const found: Found[] = []
  if (battery !== null && battery < lowBatteryPercent && isCharging !== '1')
    found.push(finding('batteryLow', 'hinders', { values: { percent: battery } }))
  if (batteryTemp !== null && batteryTemp >= hotFromCelsius)
    found.push(finding('hot', 'hinders', { values: { degrees: batteryTemp } }))
  return found
}

function notices(
  { device, runtime, waiting, ownerSettings, ownerControl }: DiagnosedDevice,
  site: Site,
): Found[] {
  const found: Found[] = []
  if (runtime?.online && runtime.overHttp)
    found.push(finding(device.hardwareId ? 'overHttp' : 'original', 'notice'))
  const { settings, control } = device
  const effective = effectiveSettings({ settings, control, ownerSettings, ownerControl }, site)
  if (device.hardwareId && device.settingsRevision !== hashSettings(effective))
    found.push(finding('settingsPending', 'notice'))
  if (waiting > 0) found.push(finding('commandsWaiting', 'notice', { values: { count: waiting } }))
  return found
}
