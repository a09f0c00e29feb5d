import { z } from 'zod'
import { idParam, time } from './endpoint.ts'

/** What may be the matter with a device. */
export const FindingKind = z.enum([
  'noPhone',
  'unassigned',
  'disabled',
  'deviceExpired',
  'ownerExpired',
  'ownerDisabled',
  'overQuota',
  'tokenRevoked',
  'neverSeen',
  'offline',
  'serviceDown',
  'oldAgent',
  'diskFull',
  'memoryLow',
  'clockAhead',
  'clockBehind',
  'batteryLow',
  'hot',
  'settingsPending',
  'commandsWaiting',
])
export type FindingKind = z.output<typeof FindingKind>

/** From here on something is worth a finding. */
export const limits = {
  /** Bytes left, or percent of all. */
  diskBytes: 500 * 1024 ** 2,
  diskPercent: 5,
  memoryBytes: 200 * 1024 ** 2,
  memoryPercent: 5,
  clockSeconds: 60,
} as const

export const Finding = z.object({
  kind: FindingKind,
  /** `stops`: the phone cannot work; `hinders`: it works badly; `notice`: worth knowing. */
  weight: z.enum(['stops', 'hinders', 'notice']),
  /** Since when, or until when. */
  at: time.nullable(),
  /** What the sentence names: a count, a version, bytes as a number. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Finding = z.output<typeof Finding>

/** Why a device does not work, the heaviest first; empty when nothing is the matter. */
export const diagnosis = {
  diagnose: {
    method: 'GET',
    path: '/device/monitor/diagnose',
    permission: 'device/monitor/list',
    query: z.strictObject({ id: idParam.brand<'DeviceId'>() }),
    data: z.array(Finding),
  },
} as const
