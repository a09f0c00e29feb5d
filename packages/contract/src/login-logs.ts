import { z } from 'zod'
import { done, ids, pageOf, pageQuery, periodShape, statusParam, time } from './endpoint.ts'
import { OperationType } from './enums.ts'

export const LoginLog = z.object({
  id: z.number(),
  loginName: z.string(),
  ipaddr: z.string(),
  loginLocation: z.string(),
  browser: z.string(),
  os: z.string(),
  status: z.number(),
  /** The event, in the caller's language. */
  msg: z.string(),
  loginTime: time,
})
export type LoginLog = z.output<typeof LoginLog>

export const LoginLogQuery = pageQuery(
  {
    userName: z.string().max(50).optional(),
    ipaddr: z.string().max(128).optional(),
    status: statusParam.optional(),
    ...periodShape,
  },
  ['loginName', 'loginTime'],
)

export const loginLogs = {
  list: {
    method: 'GET',
    path: '/system/monitor/loginLog/list',
    permission: 'system/monitor/loginLog',
    query: LoginLogQuery,
    data: pageOf(LoginLog),
  },
  remove: {
    method: 'DELETE',
    path: '/system/monitor/loginLog/delete',
    permission: 'system/monitor/loginLog/delete',
    body: z.strictObject({ ids }),
    data: done,
    log: OperationType.remove,
  },
  clear: {
    method: 'DELETE',
    path: '/system/monitor/loginLog/clear',
    permission: 'system/monitor/loginLog/clear',
    data: done,
    log: OperationType.clear,
  },
  /** Resets an account's wrong passwords, from any address. */
  unlock: {
    method: 'PUT',
    path: '/system/monitor/loginLog/unlock',
    permission: 'system/monitor/loginLog/unlock',
    body: z.strictObject({ userName: z.string().trim().min(1).max(50) }),
    data: done,
    log: OperationType.edit,
  },
  export: {
    method: 'GET',
    path: '/monitor/logininfor/export',
    permission: 'system/monitor/loginLog/export',
    query: LoginLogQuery,
    data: z.object({ fileName: z.string() }),
    log: OperationType.export,
  },
} as const
