import { z } from 'zod'
import { deviceRemoveCall, exportCall, pageCall } from './calls.ts'
import { idParam, pageQuery, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { ScriptCauseId, ScriptExceptionId, UserId } from './ids.ts'

/** Script errors of one cause: the same message except for numbers, at the same place of the same script. */
export const ScriptCause = z.object({
  id: ScriptCauseId,
  scriptName: z.string(),
  /** Of the newest one, with its error's name. */
  message: z.string(),
  /** The topmost stack frame; empty without one. */
  frame: z.string(),
  /** Of the newest one. */
  scriptVersion: z.string(),
  count: z.number(),
  /** Number of affected phones, as far as their errors are stored. */
  devices: z.number(),
  firstAt: time,
  lastAt: time,
  /** The owner of the phones, and so the tenant. */
  tenantId: UserId,
  userName: z.string(),
})
export type ScriptCause = z.output<typeof ScriptCause>

/** spec §3, script exception. */
export const ScriptException = z.object({
  id: ScriptExceptionId,
  deviceNo: z.string(),
  scriptName: z.string(),
  /** Message and stack. */
  exception: z.string(),
  apkVersion: z.string(),
  scriptVersion: z.string(),
  createdAt: time,
})
export type ScriptException = z.output<typeof ScriptException>

const base = '/task/scriptException'
const permission = 'task/scriptException/list'
const query = pageQuery(
  {
    scriptName: z.string().max(200).optional(),
    message: z.string().max(200).optional(),
    deviceNo: z.string().max(64).optional(),
    scriptVersion: z.string().max(40).optional(),
    tenantId: idParam.brand<'UserId'>().optional(),
    /** Of tries of the script editor; otherwise of tasks. */
    kind: z.literal('try').optional(),
  },
  ['id', 'scriptName', 'count', 'firstAt', 'lastAt', 'userName'],
)

export const scriptExceptions = {
  /** Causes, the latest first. */
  list: pageCall(`${base}/list`, { row: ScriptCause, query }),
  /** The single errors of a cause, newest first. */
  exceptions: pageCall(`${base}/exceptions`, {
    row: ScriptException,
    query: pageQuery({ causeId: idParam.brand<'ScriptCauseId'>(), deviceNo: z.string().max(64).optional() }, [
      'id',
      'deviceNo',
    ]),
    permission,
  }),
  /** Causes with all their errors. */
  remove: deviceRemoveCall(`${base}/delete`, { row: ScriptCause }),
  /** All that the caller sees. */
  clean: {
    method: 'GET',
    path: `${base}/clean`,
    permission: 'task/scriptException/clean',
    data: z.object({ count: z.number() }),
    log: OperationType.clear,
  },
  export: exportCall(`${base}/export`, { query }),
} as const
