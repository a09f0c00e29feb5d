import { z } from 'zod'
import { done, time } from './endpoint.ts'
import { OperationType } from './enums.ts'

/** The caller and how far he may go. */
export const LicenseUserInfo = z.object({
  userName: z.string(),
  nickName: z.string(),
  /** How many devices he may own; null means no limit. */
  deviceNumber: z.number().nullable(),
  ownedDevices: z.number(),
  /** What is left of the limit; null means no limit. */
  availableDevices: z.number().nullable(),
  /** Null means for ever. */
  expireTime: time.nullable(),
})
export type LicenseUserInfo = z.infer<typeof LicenseUserInfo>

/** The authorization of the site. */
export const LicenseState = z.object({
  /** `open`: no limit and no end; `trial`: no code yet; `code`: as a code says. */
  kind: z.enum(['open', 'trial', 'code']),
  serial: z.string(),
  /** Devices that may be assigned, and that are; null means no limit. */
  devices: z.number().nullable(),
  usedDevices: z.number(),
  customer: z.string(),
  issuedAt: time.nullable(),
  expireTime: time.nullable(),
  daysLeft: z.number().nullable(),
  isExpired: z.boolean(),
})
export type LicenseState = z.output<typeof LicenseState>

/** Days before the end from which on every page says so. */
export const bannerDays = 14

/** What everybody is told of it, and all of it for those who look after it. */
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

/** What the site and its users are entitled to. */
export const siteLicense = {
  info: { method: 'GET', path: '/prod/prodInfo', permission: 'signed-in', data: LicenseInfo },
  userInfo: { method: 'GET', path: '/prod/prodUserInfo', permission: 'signed-in', data: LicenseUserInfo },
  saveAuthData: {
    method: 'POST',
    path: '/prod/saveAuthData',
    permission: editPermission,
    body: z.strictObject({ code: z.string().trim().min(1, 'license.codeRequired').max(4000) }),
    data: done,
    log: OperationType.edit,
    /** A code opens nothing elsewhere, but is nobody else's business. */
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
  /** What a reseller needs to issue a code, as a JSON text. */
  copyCloudJson: {
    method: 'POST',
    path: '/prod/copyCloudJson',
    permission: licensePermission,
    data: z.string(),
  },
} as const
