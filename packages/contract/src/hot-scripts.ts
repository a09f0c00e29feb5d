import { z } from 'zod'
import { pageCall } from './calls.ts'
import { deviceCrud, withId } from './crud.ts'
import { done, idParam, pageQuery, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { DeviceId, GroupId, HotScriptId, ScriptId, UserId } from './ids.ts'
import { ScriptLanguage } from './script-language.ts'
import { maxModules, OrderedModule } from './script-modules.ts'
import { AuthorSignature } from './script-signature.ts'
import { longestScriptText } from './scripts.ts'
import { reportText } from './storable-text.ts'

/** Percentages of the selected phones that get a version, in order. */
export const hotStages = [1, 10, 100] as const

/**
 * draft: unknown to phones; rolling: its share of phones gets it; held: no further phone gets it; withdrawn: all phones
 * return to the version before; finished: all phones get it; promoted: it is the script's own version now.
 */
export const HotState = z.enum(['draft', 'rolling', 'held', 'withdrawn', 'finished', 'promoted'])
export type HotState = z.output<typeof HotState>

/**
 * What the runs of the present share say. tooFew: not enough runs or phones yet; unclear: enough, but the bounds of the
 * difference neither exclude nor prove more failures than allowed; asGood: they exclude it; worse: they prove it.
 */
export const HotVerdict = z.enum(['tooFew', 'unclear', 'asGood', 'worse'])
export type HotVerdict = z.output<typeof HotVerdict>

/** Ended runs that succeeded or failed, and those that failed. */
const RunTally = z.object({ runs: z.number(), failed: z.number() })

export const HotEvidence = RunTally.extend({
  verdict: HotVerdict,
  /** That ran the new version. */
  phones: z.number(),
  /** Phones that the share contains at most, and so needs at most. */
  minPhones: z.number(),
  minRuns: z.number(),
  /** The version before, on other phones in the same time. */
  before: RunTally,
  /** Confidence bounds of the difference of the failure rates, in percentage points. */
  low: z.number(),
  high: z.number(),
})
export type HotEvidence = z.output<typeof HotEvidence>

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
  /** Percentage points by which its failure rate may exceed that of the version before. */
  exceptionLimit: z.number(),
  /** When it does: 0 pause, 1 withdraw. */
  whenOver: z.number(),
  /** Ended runs, and phones that ran it, before a share is judged as good. */
  minRuns: z.number(),
  minPhones: z.number(),
  /** Minutes after which the next share follows automatically, if this one is as good; 0: a user starts it. */
  advanceMinutes: z.number(),
  /** Of the present share, or of the last one; null before there was one. Up to a few seconds old. */
  evidence: HotEvidence.nullable(),
  /** Since the version was published. */
  exceptions: z.number(),
  /** Targeted phones, and those that have it. */
  chosen: z.number(),
  taken: z.number(),
  /** The version of phones without it, and of all after a withdrawal. */
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
  /** Of the written text. Omitted: that of the script. */
  scriptLanguage: ScriptLanguage.optional(),
  fileMd5: z.union([z.literal(''), md5]).optional(),
  groupIds: z.array(GroupId).max(1000).default([]),
  exceptionLimit: z.int().min(0).max(100).default(5),
  whenOver: bit.default(1),
  minRuns: z.int().min(1).max(10_000).default(20),
  minPhones: z.int().min(1).max(10_000).default(3),
  advanceMinutes: z.int().min(0).max(10_080).default(0),
})
export type HotScriptDraft = z.output<typeof HotScriptDraft>

/**
 * updated: the phone uses the version that it is to use; waiting: it was told and has not answered; offline: it learns of
 * it when it connects; failed: it could not get it; running: a run that began before continues with another version;
 * none: it never had the hot update, and is not to.
 */
export const HotDeviceState = z.enum(['running', 'failed', 'offline', 'waiting', 'updated', 'none'])
export type HotDeviceState = z.output<typeof HotDeviceState>

export const HotDevice = z.object({
  deviceId: DeviceId,
  deviceNo: z.string(),
  /** Of the hot update on the phone; empty: the script's own version. */
  version: z.string(),
  /** That it is to use. */
  wanted: z.string(),
  state: HotDeviceState,
  /** The phone's message about a failure. */
  msg: z.string(),
  /** Its last report; null before the first. */
  changedAt: time.nullable(),
  /** Since when it is offline, or its run runs. */
  since: time.nullable(),
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
  /** Holds, continues with this share, or withdraws: all phones return to the version before. */
  rollout: {
    method: 'POST',
    path: `${base}/rollout`,
    permission: 'hot/hotScript/publish',
    body: bodyId.extend({
      order: z.enum(['hold', 'goOn', 'withdraw']),
      percent: z.union([z.literal(1), z.literal(10), z.literal(100)]).optional(),
    }),
    data: done,
    log: OperationType.edit,
  },
  /** Makes it the script's own version. */
  promote: {
    method: 'POST',
    path: `${base}/promote`,
    permission: 'hot/hotScript/publish',
    body: bodyId,
    data: done,
    log: OperationType.edit,
  },
  /** The version on each targeted phone. */
  devices: pageCall(`${base}/devices`, {
    row: HotDevice,
    query: pageQuery(
      {
        id: idParam.brand<'HotScriptId'>(),
        deviceNo: z.string().max(64).optional(),
        state: HotDeviceState.optional(),
      },
      ['deviceNo', 'changedAt'],
    ),
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
  /** As in an order. */
  modules: z.array(OrderedModule).max(maxModules).optional(),
  isForced: z.boolean(),
  /** The message that the phone shows after receiving it; empty for none. */
  message: z.string(),
})
export type HotForPhone = z.output<typeof HotForPhone>

/** removed: the phone no longer uses this version. */
export const RapiHotState = z.looseObject({
  hotId: z.number().int().brand<'HotScriptId'>(),
  version: reportText(40),
  state: z.enum(['taken', 'failed', 'removed']),
  msg: reportText(500).default(''),
})
