import { z } from 'zod'
import { pageOf, pageShape } from './endpoint.ts'

/** A user as pickers show him. */
export const UserCard = z.object({ id: z.number(), userName: z.string(), nickName: z.string() })
export type UserCard = z.infer<typeof UserCard>

export const users = {
  listAll: {
    method: 'GET',
    path: '/system/user/listAll',
    permission: 'signed-in',
    query: z.strictObject({
      userName: z.string().max(50).optional(),
      pageNum: pageShape.pageNum,
      pageSize: z.coerce.number().int().min(1).max(100_000).default(10),
    }),
    data: pageOf(UserCard),
  },
} as const
