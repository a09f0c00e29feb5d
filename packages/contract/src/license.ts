import { z } from 'zod'
import { done, time } from './endpoint.ts'
import { OperationType } from './enums.ts'

/** The caller's limits. */
export const LicenseUserInfo = z.object({
  userName: z.string(),
  nickName: z.string(),
  /** How many devices the caller may own; null means unlimited. */
  deviceNumber: z.number().nullable(),
  ownedDevices: z.number(),
  /** The remainder of the limit; null means unlimited. */
  availableDevices: z.number().nullable(),
  /** Null never expires. */
  expireTime: time.nullable(),
})
export type LicenseUserInfo = z.infer<typeof LicenseUserInfo>

/** The authorization of the site. */
export const LicenseState = z.object({
  /** `open`: no limit and no expiry; `trial`: no code yet; `code`: as in a code. */
  kind: z.enum(['open', 'trial', 'code']),
  serial: z.string(),
  /** Devices that may be assigned, and that are; null means unlimited. */
  devices: z.number().nullable(),
  usedDevices: z.number(),
  customer: z.string(),
  issuedAt: time.nullable(),
  expireTime: time.nullable(),
  daysLeft: z.number().nullable(),
  isExpired: z.boolean(),
})
export type LicenseState = z.output<typeof LicenseState>

/** Days before the expiry from which every page shows a warning. */
export const bannerDays = 14

/** The part visible to every user, and the full state for administrators. */
export const LicenseInfo = z.object({
  expireTime: time.nullable(),
  daysLeft: z.number().nullable(),
  isExpired: z.boolean(),
  detail: LicenseState.extend({ cloudDomain: z.string() }).nullable(),
})
export type LicenseInfo = z.output<typeof LicenseInfo>

/** The right to see the authorization, and the right to change it. */
export const licensePermission = 'site/auth/list'
const editPermission = 'site/auth/edit'

/** The entitlements of the site and its users. */
export const siteLicense = {
  info: { method: 'GET', path: '/prod/prodInfo', permission: 'signed-in', data: LicenseInfo },
  userInfo: { method: 'GET', path: '/prod/prodUserInfo', permission: 'signed-in', data: LicenseUserInfo },
  saveAuthData: {
    method: 'POST',
    path: '/prod/saveAuthData',
    permission: editPermission,
    body: z.strictObject({
      code: z.string().trim().min(1, 'license.codeRequired').max(4000),
      /** Needed for a code that allows fewer devices than are assigned. */
      confirmed: z.boolean().default(false),
    }),
    data: done,
    log: OperationType.edit,
    /** A code is useless elsewhere, but still confidential. */
    logged: () => ({}),
  },
  /** The public address of the site: for phones, QR codes and downloads. */
  saveCloudDomain: {
    method: 'POST',
    path: '/prod/saveCloudDomain',
    permission: editPermission,
    body: z.strictObject({ domain: z.string().trim().max(200) }),
    data: done,
    log: OperationType.edit,
  },
  /** The data that a reseller needs to issue a code, as a JSON text. */
  copyCloudJson: {
    method: 'POST',
    path: '/prod/copyCloudJson',
    permission: licensePermission,
    data: z.string(),
  },
} as const
