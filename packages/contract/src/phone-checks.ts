import { z } from 'zod'
import { CheckCode } from './check-codes.ts'
import { done, idParam, time } from './endpoint.ts'
import { DeviceId } from './ids.ts'
import { CheckFinding } from './phone-check.ts'

const permission = 'device/deviceList/list'

export const phoneChecks = {
  /** The last check of a device; null: its phone has not sent any. */
  one: {
    method: 'GET',
    path: '/device/deviceList/check',
    permission,
    query: z.strictObject({ id: idParam.brand<'DeviceId'>() }),
    data: z.object({ checkedAt: time, findings: z.array(CheckFinding) }).nullable(),
  },
  /** Asks a connected phone for a new one, which arrives within 10 s. */
  start: {
    method: 'POST',
    path: '/device/deviceList/check',
    permission,
    body: z.strictObject({ id: DeviceId }),
    data: done,
    isRead: true,
  },
  /** The devices with a number that the caller may see and that have something to mend, by code; the most first. */
  summary: {
    method: 'GET',
    path: '/device/deviceList/checkSummary',
    permission,
    data: z.array(z.object({ code: CheckCode, count: z.number() })),
  },
} as const
