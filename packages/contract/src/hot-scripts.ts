import { z } from 'zod'
import { pageCall } from './calls.ts'
import { deviceCrud, withId } from './crud.ts'
import { done, idParam, pageQuery, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { DeviceId, GroupId, HotScriptId, ScriptId, UserId } from './ids.ts'
import { AuthorSignature } from './script-signature.ts'
import { longestScriptText } from './scripts.ts'
import { reportText } from './storable-text.ts'

/** Percentages of the selected phones that get a version, in order. */
export const hotStages = [1, 10, 100] as const

/**
 * draft: unknown to phones; rolling: its share of phones gets it; held: no further share; rolledBack: the previous
 * version.
 */
export const HotState = z.enum(['draft', 'rolling', 'held', 'rolledBack'])
export type HotState = z.output<typeof HotState>

/** A version of a script that phones get while they run, without a change of their tasks (spec §3, hot script). */
export const HotScript = z.object({
  id: HotScriptId,
  hotName: z.string(),
  /** Runs of this script use it. */
  scriptId: ScriptId,
  scriptName: z.string(),
  version: z.string(),
  /** 0: no run of the script starts without it; 1: the current version runs until it has arrived. */
  forceUpdate: z.number(),
  /** 0: the phone shows the message. */
  versionPopup: z.number(),
  versionMsg: z.string(),
  url: z.string(),
  originalName: z.string(),
  fileMd5: z.string(),
  size: z.number(),
  /** None: all phones of the owner. */
  groupIds: z.array(GroupId),
  state: HotState,
  /** Percent of the selected phones. */
  percent: z.number(),
  /** Errors per hundred phones that have it; more than that pause it or roll it back. */
  exceptionLimit: z.number(),
  /** 0 pause, 1 roll back. */
  whenOver: z.number(),
  /** Minutes until the next share follows automatically, unless it is paused; 0: a user starts it. */
  advanceMinutes: z.number(),
  /** Since the version was published. */
  exceptions: z.number(),
  /** Targeted phones, and those that have it. */
  chosen: z.number(),
  taken: z.number(),
  /** The target of a rollback; empty without one. */
  previousVersion: z.string(),
  tenantId: UserId,
  userName: z.string(),
  publishedAt: time.nullable(),
  gmtModified: time,
})
export type HotScript = z.output<typeof HotScript>

const bit = z.union([z.literal(0), z.literal(1)])
const md5 = z.string().regex(/^[0-9a-fA-F]{32}$/, 'script.md5Format')
// spec §5: name, download address and version cannot be empty.
export const HotScriptDraft = z.strictObject({
  hotName: z.string().trim().min(1, 'hot.nameRequired').max(50, 'hot.nameLength'),
  scriptId: z.int('hot.scriptRequired').positive('hot.scriptRequired').brand<'ScriptId'>(),
  version: z.string().trim().min(1, 'script.versionRequired').max(40, 'script.versionLength'),
  forceUpdate: bit.default(1),
  versionPopup: bit.default(1),
  versionMsg: z.string().trim().max(500, 'script.noteLength').default(''),
  url: z.string().trim().max(2000).optional(),
  fileName: z.string().max(100).optional(),
  content: z.string().max(longestScriptText, 'script.tooLong').optional(),
  fileMd5: z.union([z.literal(''), md5]).optional(),
  groupIds: z.array(GroupId).max(1000).default([]),
  exceptionLimit: z.int().min(0).max(10_000).default(5),
  whenOver: bit.default(0),
  advanceMinutes: z.int().min(0).max(10_080).default(0),
})
export type HotScriptDraft = z.output<typeof HotScriptDraft>

export const HotDevice = z.object({
  deviceId: DeviceId,
  deviceNo: z.string(),
  version: z.string(),
  state: z.enum(['taken', 'failed']),
  msg: z.string(),
  changedAt: time,
})
export type HotDevice = z.output<typeof HotDevice>

const base = '/hot/hotScript'
const crud = deviceCrud(base, {
  row: HotScript,
  draft: HotScriptDraft,
  query: pageQuery({ hotName: z.string().max(50).optional(), state: HotState.optional() }, [
    'id',
    'hotName',
    'version',
    'gmtModified',
  ]),
})
const bodyId = z.strictObject({ id: HotScriptId })

export const hotScripts = {
  list: crud.list,
  one: crud.one,
  add: crud.add,
  edit: { ...crud.edit, body: withId(HotScriptDraft, HotScriptId) },
  remove: crud.remove,
  /** Gives the version to the first share of phones; rollout continues with the next ones. */
  publish: {
    method: 'POST',
    path: `${base}/publish`,
    permission: 'hot/hotScript/publish',
    body: bodyId,
    data: done,
    log: OperationType.edit,
  },
  /** Holds, continues with this share, or rolls back. */
  rollout: {
    method: 'POST',
    path: `${base}/rollout`,
    permission: 'hot/hotScript/publish',
    body: bodyId.extend({
      order: z.enum(['hold', 'goOn', 'rollBack']),
      percent: z.union([z.literal(1), z.literal(10), z.literal(100)]).optional(),
    }),
    data: done,
    log: OperationType.edit,
  },
  /** The version on each phone. */
  devices: pageCall(`${base}/devices`, {
    row: HotDevice,
    query: pageQuery({ id: idParam.brand<'HotScriptId'>(), deviceNo: z.string().max(64).optional() }, [
      'deviceNo',
      'changedAt',
    ]),
    permission: 'hot/hotScript/list',
  }),
} as const

/** The version assigned to a phone. */
export const HotForPhone = z.object({
  hotId: HotScriptId,
  scriptId: ScriptId,
  name: z.string(),
  version: z.string(),
  url: z.string(),
  md5: z.string(),
  /** Signed by the installation, see signed-scripts.ts. */
  sha256: z.string().optional(),
  signature: z.string().optional(),
  author: AuthorSignature.optional(),
  isForced: z.boolean(),
  /** The message that the phone shows after receiving it; empty for none. */
  message: z.string(),
})
export type HotForPhone = z.output<typeof HotForPhone>

export const RapiHotState = z.looseObject({
  hotId: z.number().int().brand<'HotScriptId'>(),
  version: reportText(40),
  state: z.enum(['taken', 'failed']),
  msg: reportText(500).default(''),
})
