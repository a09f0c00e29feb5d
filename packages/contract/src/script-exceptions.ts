import { z } from 'zod'
import { deviceRemoveCall, exportCall, pageCall, rowCall } from './calls.ts'
import { idParam, pageQuery, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { ScriptCauseId, ScriptExceptionId, ScriptId, ScriptVersionId, UserId } from './ids.ts'
import { EvidenceState, ScriptEvidence } from './script-evidence.ts'

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
  /** Of the phone at that time; empty: not known. */
  osVersion: z.string(),
  evidence: EvidenceState,
  createdAt: time,
})
export type ScriptException = z.output<typeof ScriptException>

/** One error, as a link to it opens it. */
export const ScriptExceptionDetails = ScriptException.extend({
  causeId: ScriptCauseId,
  /** Errors of this cause. */
  count: z.number(),
  /** The stored version that ran, and the script's present one; null: none, or not visible to the caller. */
  ran: z
    .object({
      scriptId: ScriptId,
      versionId: ScriptVersionId,
      version: z.string(),
      currentVersionId: ScriptVersionId,
      currentVersion: z.string(),
    })
    .nullable(),
})
export type ScriptExceptionDetails = z.output<typeof ScriptExceptionDetails>

/** How many errors of a cause have a value, the most frequent first. */
const Share = z.object({ value: z.string(), count: z.number() })
export const CauseShares = z.object({
  /** Errors that are stored; the cause counts deleted ones too. */
  total: z.number(),
  scriptVersion: z.array(Share),
  deviceNo: z.array(Share),
  osVersion: z.array(Share),
})
export type CauseShares = z.output<typeof CauseShares>
/** Values of each kind. */
export const maxShares = 50

const base = '/task/scriptException'
const permission = 'task/scriptException/list'
/** A filter by values that are not known. */
export const unknownValue = '-'

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
    query: pageQuery(
      {
        causeId: idParam.brand<'ScriptCauseId'>(),
        deviceNo: z.string().max(64).optional(),
        scriptVersion: z.string().max(40).optional(),
        /** `-`: not known. */
        osVersion: z.string().max(40).optional(),
      },
      ['id', 'deviceNo'],
    ),
    permission,
  }),
  /** What the errors of a cause have in common. */
  shares: {
    method: 'GET',
    path: `${base}/shares`,
    permission,
    query: z.strictObject({ causeId: idParam.brand<'ScriptCauseId'>() }),
    data: CauseShares,
  },
  one: rowCall(`${base}/one`, { row: ScriptExceptionDetails, permission }),
  evidence: {
    method: 'GET',
    path: `${base}/evidence`,
    permission,
    query: z.strictObject({ id: idParam.brand<'ScriptExceptionId'>() }),
    data: ScriptEvidence,
  },
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
