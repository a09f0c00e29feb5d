import { z } from 'zod'
import { clearCall, exportCall, pageCall, removeCall } from './calls.ts'
import { idParam, pageQuery, periodShape, statusParam, time } from './endpoint.ts'
import { OperationType } from './enums.ts'

export const OperationLog = z.object({
  id: z.number(),
  /** Name of the call's page, in the caller's language; the path for a call without a page. */
  title: z.string(),
  businessType: z.number(),
  requestMethod: z.string(),
  operUrl: z.string(),
  operName: z.string(),
  /** Of the access token by which a program made the call; empty for people. */
  tokenName: z.string(),
  deptName: z.string(),
  operIp: z.string(),
  operLocation: z.string(),
  status: z.number(),
  errorMsg: z.string(),
  /** Milliseconds. */
  costTime: z.number(),
  operTime: time,
})
export type OperationLog = z.output<typeof OperationLog>

export const OperationDetail = z.object({
  ...OperationLog.shape,
  /** JSON, truncated to 2,000 characters, without secrets. */
  operParam: z.string(),
  jsonResult: z.string(),
})
export type OperationDetail = z.output<typeof OperationDetail>

const types = Object.values(OperationType).map(String)

export const OperationQuery = pageQuery(
  {
    operIp: z.string().max(128).optional(),
    title: z.string().max(50).optional(),
    operName: z.string().max(50).optional(),
    /** One kind or several, comma-joined. */
    businessType: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(z.enum(types).transform(Number)).max(types.length))
      .optional(),
    requestMethod: z.string().max(10).optional(),
    status: statusParam.optional(),
    ...periodShape,
  },
  ['operName', 'operTime', 'costTime'],
)

export const operationLogs = {
  list: pageCall('/system/monitor/operLog/list', {
    row: OperationLog,
    query: OperationQuery,
    permission: 'system/monitor/operLog',
  }),
  detail: {
    method: 'GET',
    path: '/system/monitor/operLog/detail',
    permission: 'system/monitor/operLog/detail',
    query: z.strictObject({ id: idParam }),
    data: z.object({ info: OperationDetail }),
  },
  remove: removeCall('/system/monitor/operLog/delete', { row: OperationLog }),
  /** Writes one log entry itself. */
  clear: clearCall('/system/monitor/operLog/clear'),
  export: exportCall('/monitor/operlog/export', {
    query: OperationQuery,
    permission: 'system/monitor/operLog/export',
  }),
} as const
