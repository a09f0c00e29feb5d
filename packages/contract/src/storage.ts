import { z } from 'zod'
import { idParam } from './endpoint.ts'

/** Percent of a limit from which its use is shown as a warning, and as critical. */
export const fullPercents = { warning: 80, critical: 95 } as const

/** Bytes that are used, and their limit; null: unlimited. */
export const StorageShare = z.object({ used: z.number(), limit: z.number().nullable() })
export type StorageShare = z.output<typeof StorageShare>

/** The storage of a user on the server. */
export const StorageUse = z.object({
  own: StorageShare.extend({
    /** Uploads and files of scripts. */
    files: z.number(),
    recordings: z.number(),
    caches: z.number(),
  }),
  /** The user below the administrators who is above this one, and everybody below that user. */
  tenant: StorageShare.extend({ users: z.number() }),
  /** The account up the line, this one included, whose limit leaves the least; null without such limits. */
  account: StorageShare.extend({ isOwn: z.boolean() }).nullable(),
  /** Exports and files from phones, which are deleted within a day. */
  temporary: StorageShare,
})
export type StorageUse = z.output<typeof StorageUse>

export const storage = {
  own: {
    method: 'GET',
    path: '/system/user/storage',
    permission: 'signed-in',
    data: StorageUse,
  },
  ofUser: {
    method: 'GET',
    path: '/system/auth/userStorage',
    permission: 'system/auth/userList',
    query: z.strictObject({ id: idParam.brand<'UserId'>() }),
    data: StorageUse,
  },
} as const
