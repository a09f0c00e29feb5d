import { z } from 'zod'
import { deviceCrud, withId } from './crud.ts'
import { confirmed, idParam, pageQuery, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { StoredFile } from './files.ts'
import { PlatformId, ScriptId, ScriptVersionId, UserId } from './ids.ts'
import { ScriptCommit } from './script-commit.ts'
import { ScriptFinding } from './script-findings.ts'
import { ScriptLanguage } from './script-language.ts'
import { ScriptParam, ScriptParams } from './script-params.ts'

/** Maximum characters of a script that is written, shown or compared in the page. */
export const longestScriptText = 2_000_000

const md5 = z.string().regex(/^[0-9a-fA-F]{32}$/, 'script.md5Format')

/** A published hot update of a script; percent: its share of the targeted phones. */
export const HotCover = z.object({ hotName: z.string(), version: z.string(), percent: z.number() })
export type HotCover = z.output<typeof HotCover>

/** A script as lists show it; `version`, `fileMd5` and `size` are those of the active version. */
export const Script = z.object({
  id: ScriptId,
  scriptName: z.string(),
  platformId: PlatformId,
  platformName: z.string(),
  /** Its download source; empty for an uploaded or written script. */
  url: z.string(),
  /** The name of its file. */
  originalName: z.string(),
  /** Lower-case hex. */
  fileMd5: z.string(),
  /** Bytes. */
  size: z.number(),
  version: z.string(),
  versionId: ScriptVersionId,
  versions: z.number(),
  /** Users who may use it in addition to the owner. */
  users: z.array(z.object({ id: UserId, userName: z.string() })),
  /** In the library: all users below its owner may use it. */
  isShared: z.boolean(),
  /** Whether the caller may see its text and change it, or only use it. */
  isMine: z.boolean(),
  params: z.array(ScriptParam),
  /** The git repository that it is read from; null: none. */
  source: z
    .object({
      name: z.string(),
      file: z.string(),
      isMissing: z.boolean(),
      /** It could not be read the last time: newer commits may be missing. */
      isFailing: z.boolean(),
    })
    .nullable(),
  /** Phones that have this hot update do not use the version above; null: none is rolled out. */
  hot: HotCover.nullable(),
  /** What the active version and its modules import. */
  imports: z.number(),
  /** Imports of which newer versions exist. */
  newerImports: z.number(),
  /** Imports that have been deleted: no task of it starts. */
  goneImports: z.number(),
  /** The owner, and so the tenant. */
  tenantId: UserId,
  userName: z.string(),
  createdAt: time,
  gmtModified: time,
})
export type Script = z.output<typeof Script>

export const ScriptVersion = z.object({
  id: ScriptVersionId,
  version: z.string(),
  note: z.string(),
  url: z.string(),
  originalName: z.string(),
  fileMd5: z.string(),
  size: z.number(),
  isCurrent: z.boolean(),
  /** Rolled out as a hot update, and never the script's own version. */
  isHot: z.boolean(),
  /** Null if it was not read from a git repository. */
  commit: ScriptCommit.nullable(),
  /** Authors of the script's owner who have signed its file. */
  signedBy: z.array(z.string()),
  userName: z.string().nullable(),
  createdAt: time,
})
export type ScriptVersion = z.output<typeof ScriptVersion>

/** A script that another one imports. */
export const ScriptImport = z.object({
  /** As the scripts write it. */
  name: z.string(),
  /** It names a version and is never updated. */
  isExact: z.boolean(),
  /** Null: deleted since. */
  scriptName: z.string().nullable(),
  version: z.string().nullable(),
  /** The present version of that script. */
  newest: z.string().nullable(),
})
export type ScriptImport = z.output<typeof ScriptImport>

/** The source of a version's file: one of these, or none for the current file. */
const fileShape = {
  /** The server downloads it immediately. */
  url: z.string().trim().max(2000).optional(),
  /** As returned by the upload. */
  fileName: z.string().max(100).optional(),
  /** The text written in the page. */
  content: z.string().max(longestScriptText, 'script.tooLong').optional(),
  /** Of the written text. Omitted: that of the present version, of a new script the one that its name ends with. */
  scriptLanguage: ScriptLanguage.optional(),
  /** Expected MD5; a file with another one is refused. */
  fileMd5: z.union([z.literal(''), md5]).optional(),
}

// spec §5: name, download address, version and platform cannot be empty.
const draftShape = {
  scriptName: z.string().trim().min(1, 'script.nameRequired').max(50, 'script.nameLength'),
  platformId: z.int('script.platformRequired').positive('script.platformRequired').brand<'PlatformId'>(),
  version: z.string().trim().min(1, 'script.versionRequired').max(40, 'script.versionLength'),
  note: z.string().trim().max(500, 'script.noteLength').default(''),
  ...fileShape,
  userIds: z.array(UserId).max(1000).default([]),
  params: ScriptParams.default([]),
  /** Omitted: the caller. */
  tenantId: UserId.optional(),
}
export const ScriptDraft = z.strictObject(draftShape)
export type ScriptDraft = z.output<typeof ScriptDraft>

export const ScriptQuery = pageQuery(
  {
    scriptName: z.string().max(50).optional(),
    platformId: idParam.brand<'PlatformId'>().optional(),
    tenantId: idParam.brand<'UserId'>().optional(),
    /** '1' of the library, '0' others. */
    isShared: z.enum(['0', '1']).optional(),
  },
  ['id', 'scriptName', 'platformName', 'version', 'size', 'userName', 'createdAt', 'gmtModified'],
)

const base = '/task/script'
const crud = deviceCrud(base, { row: Script, draft: ScriptDraft, query: ScriptQuery })
const findings = z.array(ScriptFinding)
const saved = z.object({ id: ScriptId, findings })
const bodyId = z.strictObject({ id: ScriptId })

export const scripts = {
  ...crud,
  add: { ...crud.add, data: saved },
  edit: {
    ...crud.edit,
    body: withId(ScriptDraft, ScriptId).extend({
      /** Refused if the script has another version by now. */
      baseVersionId: ScriptVersionId.optional(),
    }),
    /** The hot update that covers what was saved. */
    data: z.object({ hot: HotCover.nullable(), findings }),
  },
  /** What is wrong with a text that is being written, in JavaScript or TypeScript. */
  check: {
    method: 'POST',
    path: `${base}/check`,
    permission: 'task/script/list',
    isRead: true,
    body: z.strictObject({
      content: z.string().max(longestScriptText, 'script.tooLong'),
      scriptLanguage: ScriptLanguage.default('js'),
    }),
    data: z.object({ findings }),
  },
  /** Upload limits: megabytes, and endings without the dot. */
  limits: {
    method: 'GET',
    path: `${base}/limits`,
    permission: 'task/script/list',
    data: z.object({ limit: z.number(), types: z.array(z.string()) }),
  },
  /** Newest first. */
  versions: {
    method: 'GET',
    path: `${base}/versions`,
    permission: 'task/script/list',
    query: z.strictObject({ id: idParam.brand<'ScriptId'>() }),
    data: z.array(ScriptVersion),
  },
  /** The text of a version, for the editor and for comparing; only for users who may change the script. */
  text: {
    method: 'GET',
    path: `${base}/text`,
    permission: 'task/script/text',
    query: z.strictObject({ versionId: idParam.brand<'ScriptVersionId'>() }),
    data: z.object({ text: z.string() }),
  },
  /** What the active version and its modules import, with the versions that they are pinned to. */
  imports: {
    method: 'GET',
    path: `${base}/imports`,
    permission: 'task/script/list',
    query: z.strictObject({ id: idParam.brand<'ScriptId'>() }),
    data: z.array(ScriptImport),
  },
  /** Pins the imports of the active version to the present versions. */
  updateImports: {
    method: 'POST',
    path: `${base}/updateImports`,
    permission: 'task/script/edit',
    body: bodyId,
    data: z.null(),
    log: OperationType.edit,
  },
  rollback: {
    method: 'POST',
    path: `${base}/rollback`,
    permission: 'task/script/rollback',
    body: bodyId.extend({ versionId: ScriptVersionId }),
    data: z.null(),
    log: OperationType.edit,
  },
  /** Adds scripts to the library, or removes them. */
  share: {
    method: 'POST',
    path: `${base}/share`,
    permission: 'task/script/share',
    body: z.strictObject({
      ids: z.array(ScriptId).min(1).max(1000),
      isShared: z.boolean(),
    }),
    data: z.null(),
    log: OperationType.grant,
  },
} as const

/** multipart/form-data with one field `file`, by the parameters script.fileSize and script.fileType. */
export const scriptUpload = {
  method: 'POST',
  path: `${base}/upload`,
  permission: 'task/script/add',
  upload: true,
  perMinute: 60,
  data: StoredFile,
  log: OperationType.add,
} as const

export const TryEnd = z.enum(['succeeded', 'failed', 'stopped'])
export type TryEnd = z.output<typeof TryEnd>

export const scriptTries = {
  /** Runs an unsaved text on one connected phone; its log shows the progress. */
  tryOut: {
    method: 'POST',
    path: `${base}/tryOut`,
    permission: 'task/script/tryOut',
    body: z.strictObject({
      deviceNo: z.string().min(1, 'script.deviceRequired').max(64),
      content: z.string().min(1, 'script.textRequired').max(longestScriptText, 'script.tooLong'),
      params: ScriptParams.default([]),
      /** The script that the text belongs to, or the name of a text that is not stored. */
      scriptId: ScriptId.optional(),
      scriptName: z.string().max(100).optional(),
      /** Omitted: that of the script, of a text that is not stored the one that its name ends with. */
      scriptLanguage: ScriptLanguage.optional(),
      /** The phone lacks what the text needs (412). */
      confirmed,
    }),
    /** Null: the phone is not connected. */
    data: z.object({ runId: z.string().nullable() }),
    log: OperationType.other,
    logged: (sent: unknown) => {
      const { deviceNo, scriptId, scriptName } = (sent ?? {}) as Record<string, unknown>
      return { deviceNo, scriptId, scriptName }
    },
  },
  /** An editor that shows the run calls this every 20 s; after 60 s without, a run that is not kept is stopped. */
  watchTry: {
    method: 'POST',
    path: `${base}/watchTry`,
    permission: 'task/script/tryOut',
    body: z.strictObject({ runId: z.string().max(64), kept: z.boolean() }),
    /** After the end: how it ended; null if the run is not known. */
    data: z.object({
      running: z.boolean(),
      state: TryEnd.nullable(),
      /** The phone's own message: the script's result, or the error. */
      msg: z.string(),
    }),
  },
  endTry: {
    method: 'POST',
    path: `${base}/endTry`,
    permission: 'task/script/tryOut',
    body: z.strictObject({ deviceNo: z.string().min(1).max(64), runId: z.string().max(64) }),
    data: z.null(),
  },
} as const
