import { z } from 'zod'
import { pageCall } from './calls.ts'
import { done, idsOf, pageQuery, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { SessionId } from './ids.ts'

/** A session, by a number without access: only the browser knows its token. */
export const OnlineUser = z.object({
  id: SessionId,
  userName: z.string(),
  nickName: z.string(),
  deptName: z.string().nullable(),
  ipaddr: z.string(),
  loginLocation: z.string(),
  browser: z.string(),
  os: z.string(),
  loginTime: time,
  lastSeenAt: time,
  /** The user or role as which this session sees the console. */
  viewAs: z.string().nullable(),
  /** The caller's own session. */
  isOwn: z.boolean(),
})
export type OnlineUser = z.output<typeof OnlineUser>

export const onlineUsers = {
  list: pageCall('/system/monitor/online/list', {
    row: OnlineUser,
    query: pageQuery({ ipaddr: z.string().max(128).optional(), userName: z.string().max(50).optional() }, [
      'userName',
      'loginTime',
      'lastSeenAt',
    ]),
  }),
  forceLogout: {
    method: 'PUT',
    path: '/system/monitor/online/forceLogout',
    permission: 'system/monitor/online/forceLogout',
    body: z.strictObject({ ids: idsOf<SessionId>() }),
    data: done,
    log: OperationType.forceOut,
  },
} as const
