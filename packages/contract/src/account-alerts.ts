import { z } from 'zod'
import { time } from './endpoint.ts'
import { UserId } from './ids.ts'

/** An account that is near a limit, or beyond it; `expiring` within the days of the parameter tenant.expiryDays. */
export const AccountAlertKind = z.enum([
  'devicesLow',
  'devicesFull',
  'devicesOver',
  'storageLow',
  'storageFull',
  'expiring',
  'expired',
])
export type AccountAlertKind = z.output<typeof AccountAlertKind>

const alert = {
  kind: AccountAlertKind,
  /** Devices, megabytes or days left, and the limit; null where there is none. */
  value: z.number().nullable(),
  limit: z.number().nullable(),
  openedAt: time,
}
/** Open alerts of an account, and of the accounts directly below it. */
export const AccountAlerts = z.object({
  own: z.array(z.object(alert)),
  below: z.object({
    count: z.number(),
    /** The newest, at most `shownAlerts`. */
    alerts: z.array(z.object({ userId: UserId, userName: z.string(), ...alert })),
  }),
})
export type AccountAlerts = z.output<typeof AccountAlerts>
export const shownAlerts = 20

/** Apart from the other calls of accounts: every page makes this one. */
export const accountAlerts = {
  /** The alerts on a bar or bell; the socket of the console says when to read it again. */
  open: { method: 'GET', path: '/system/user/account/alerts', permission: 'signed-in', data: AccountAlerts },
} as const
