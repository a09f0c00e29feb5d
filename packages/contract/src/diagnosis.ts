import { z } from 'zod'
import { idParam, time } from './endpoint.ts'

/** Possible problems of a device. */
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
  'identityTaken',
  'serviceDown',
  'oldAgent',
  'diskFull',
  'memoryLow',
  'clockAhead',
  'clockBehind',
  'batteryLow',
  'hot',
  'overHttp',
  'original',
  'settingsPending',
  'commandsWaiting',
])
export type FindingKind = z.output<typeof FindingKind>

/** Limits above which a value becomes a finding. */
export const limits = {
  /** Free bytes, or percent of all. */
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
  /** The values in the sentence: a count, a version, bytes as a number. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Finding = z.output<typeof Finding>

/** Why a device does not work, the most severe first; empty without findings. */
export const diagnosis = {
  diagnose: {
    method: 'GET',
    path: '/device/monitor/diagnose',
    permission: 'device/monitor/list',
    query: z.strictObject({ id: idParam.brand<'DeviceId'>() }),
    data: z.array(Finding),
  },
} as const
