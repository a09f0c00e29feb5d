import { z } from 'zod'
import { time } from './endpoint.ts'

/** The caller and how far he may go. */
export const ProdUserInfo = z.object({
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
export type ProdUserInfo = z.infer<typeof ProdUserInfo>

/** What the site and its users are entitled to. */
export const prod = {
  userInfo: { method: 'GET', path: '/prod/prodUserInfo', permission: 'signed-in', data: ProdUserInfo },
} as const
