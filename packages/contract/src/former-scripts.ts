import { z } from 'zod'
import { rowCall } from './calls.ts'
import { pageOf, pageQuery } from './endpoint.ts'
import { ScriptId, ScriptVersionId, UserId } from './ids.ts'
import { ScriptLanguage } from './script-language.ts'
import { longestScriptText } from './scripts.ts'

/** Maximum characters of a script that is read; longer ones are unreadable. */
export const longestReadScript = 1_000_000
/** Maximum scripts that are searched by verdict. */
export const maxJudgedScripts = 10_000
/** Maximum findings of a script; `isCut` says that it has more. */
export const maxFindings = 500
/** Maximum lines of a finding; its count has no limit. */
export const maxFindingLines = 20

/** unclear: what the script calls is only known when it runs. */
export const FindingKind = z.enum(['unknown', 'different', 'unclear', 'known'])
export type FindingKind = z.output<typeof FindingKind>

/** What differs from the former system, or what to know; each has a text `formerScript.note.<name>`. */
export const FindingNote = z.enum([
  'topLevel',
  'modules',
  'fragmentRefused',
  'fragmentUnclear',
  'httpHosts',
  'dataPop',
  'computedName',
  'passedOn',
  'ownCode',
])
export type FindingNote = z.output<typeof FindingNote>

/** A function that a script uses. */
export const Finding = z.object({
  /** As it is called, such as `ecloud.getData` or `clickPoint`. */
  name: z.string(),
  kind: FindingKind,
  note: FindingNote.nullable(),
  /** The part of an SQL fragment that is refused, for `fragmentRefused`; otherwise empty. */
  detail: z.string(),
  /** For an unknown one: what scripts use here instead, such as `device.tap`; null if nothing is known. */
  instead: z.string().nullable(),
  count: z.number(),
  /** The first lines where it is used, from 1. */
  lines: z.array(z.number()),
})
export type Finding = z.output<typeof Finding>

/** binary: not a text, such as an encrypted package. tooComplex: nested too deeply, or too slow to read. */
export const UnreadableReason = z.enum(['binary', 'syntax', 'tooLong', 'tooComplex', 'missing'])
export type UnreadableReason = z.output<typeof UnreadableReason>

/** unknown: uses functions that do not exist here. different: uses functions to check. ready: neither. */
export const ScriptVerdict = z.enum(['ready', 'different', 'unknown', 'unreadable'])
export type ScriptVerdict = z.output<typeof ScriptVerdict>

/** What a look at the text of a script finds; it is not run. */
export const ScriptReading = z.object({
  verdict: ScriptVerdict,
  /** Why it is unreadable, with the position of a syntax error, from 1. */
  unreadable: z
    .object({ reason: UnreadableReason, line: z.number().nullable(), column: z.number().nullable() })
    .nullable(),
  /** Unknown ones first, each kind by its first line. */
  findings: z.array(Finding),
  isCut: z.boolean(),
})
export type ScriptReading = z.output<typeof ScriptReading>

/** A script of the caller's scope; the counts are of different functions, not of calls. */
export const FormerScript = z.object({
  id: ScriptId,
  scriptName: z.string(),
  version: z.string(),
  versionId: ScriptVersionId,
  tenantId: UserId,
  userName: z.string(),
  verdict: ScriptVerdict,
  unknown: z.number(),
  different: z.number(),
  known: z.number(),
})
export type FormerScript = z.output<typeof FormerScript>

const permission = 'device/formerSystem/scripts'

export const formerScripts = {
  list: {
    method: 'GET',
    path: '/device/formerSystem/scripts',
    permission,
    /** With a verdict only scripts that have been checked are found; `pending` says how many of 10,000 have not. */
    query: pageQuery({ scriptName: z.string().max(50).optional(), verdict: ScriptVerdict.optional() }, [
      'id',
      'scriptName',
      'version',
      'userName',
    ]),
    data: pageOf(FormerScript).extend({ pending: z.number() }),
  },
  one: rowCall('/device/formerSystem/script', {
    row: FormerScript.extend({ reading: ScriptReading }),
    permission,
  }),
  /** The same for a text that is not uploaded; nothing is stored. */
  checkScript: {
    method: 'POST',
    path: '/device/formerSystem/checkScript',
    permission,
    body: z.strictObject({
      content: z.string().max(longestScriptText, 'script.tooLong'),
      scriptLanguage: ScriptLanguage.default('js'),
    }),
    data: ScriptReading,
    isRead: true,
    perMinute: 120,
  },
} as const
