import { z } from 'zod'
import { clearCall, editCall, exportCall, pageCall, removeCall } from './calls.ts'
import { pageQuery, periodShape, statusParam, time } from './endpoint.ts'

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
  list: pageCall('/system/monitor/loginLog/list', {
    row: LoginLog,
    query: LoginLogQuery,
    permission: 'system/monitor/loginLog',
  }),
  remove: removeCall('/system/monitor/loginLog/delete', { row: LoginLog }),
  clear: clearCall('/system/monitor/loginLog/clear'),
  /** Resets an account's wrong passwords, from any address. */
  unlock: editCall(
    '/system/monitor/loginLog/unlock',
    z.strictObject({ userName: z.string().trim().min(1).max(50) }),
  ),
  export: exportCall('/monitor/logininfor/export', {
    query: LoginLogQuery,
    permission: 'system/monitor/loginLog/export',
  }),
} as const
