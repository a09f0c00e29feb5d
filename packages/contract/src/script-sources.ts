import { z } from 'zod'
import { deviceCrud, withId } from './crud.ts'
import { DeliveryState } from './delivery.ts'
import { done, idParam, pageOf, pageQuery, status, statusParam, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { DeviceId, PlatformId, ScriptPullId, ScriptSourceId, UserId } from './ids.ts'
import { LogLevel } from './log-level.ts'
import { capabilities } from './script-api/capabilities.ts'
import { ScriptCommit } from './script-commit.ts'
import { TaskReason } from './task-runs.ts'

/** Scripts of one repository. */
export const maxSourceFiles = 500
/** Phones that try pull requests of one repository. */
export const maxTestPhones = 10
/** Scripts of one pull request that are tried. */
export const maxTriedScripts = 20
/** Lines shown of one try; the newest. */
export const maxTryLines = 200
export const SourceAuth = z.enum(['none', 'token', 'sshKey'])
export type SourceAuth = z.output<typeof SourceAuth>

/** `other` gets no commit status. */
export const SourceProvider = z.enum(['github', 'gitlab', 'gitea', 'other'])
export type SourceProvider = z.output<typeof SourceProvider>

/** `waiting`: never read so far. */
export const SourceState = z.enum(['waiting', 'reading', 'read', 'failed'])
export type SourceState = z.output<typeof SourceState>

/** Why a repository could not be read. */
export const SourceFailure = z.enum([
  /** There is no git program on the server, or one that is too old. */
  'gitMissing',
  'addressPrivate',
  /** http:// is for private networks. */
  'plainHttp',
  'unreachable',
  'timeout',
  'redirected',
  'certificate',
  'accessDenied',
  'repositoryMissing',
  'hostKeyChanged',
  'keyUnusable',
  'branchMissing',
  'folderMissing',
  'tooLarge',
  'tooManyFiles',
  'projectFileWrong',
  /** Anything else; the detail is what git reported. */
  'other',
])
export type SourceFailure = z.output<typeof SourceFailure>

/** Why the provider's API did not list the pull requests of a repository. */
export const PullsFailure = z.enum([
  'addressPrivate',
  'unreachable',
  'timeout',
  /** There are too many calls; the next attempt follows when the provider takes calls again. */
  'rateLimit',
  'accessDenied',
  'repositoryMissing',
  /** Anything else; the detail is what the provider answered. */
  'other',
])
export type PullsFailure = z.output<typeof PullsFailure>

/** Why a file of the repository became no script. */
export const SkipReason = z.enum([
  'nameTaken',
  'nameLength',
  'fileMissing',
  'fileTooLarge',
  'fileNotText',
  /** Its text, or something that it imports. */
  'importWrong',
  'storageFull',
])
export type SkipReason = z.output<typeof SkipReason>

/** What the last commit changed; the texts are names of scripts. */
export const SourceResult = z.object({
  added: z.array(z.string()),
  updated: z.array(z.string()),
  unchanged: z.number(),
  /** Their files are no longer in the repository. */
  missing: z.array(z.string()),
  /** Had been edited in the console; the commit has replaced that. */
  replaced: z.array(z.string()),
  /** detail: file, line, and what is wrong there. */
  skipped: z.array(z.object({ file: z.string(), reason: SkipReason, detail: z.string().optional() })),
})
export type SourceResult = z.output<typeof SourceResult>

export const ScriptSource = z.object({
  id: ScriptSourceId,
  sourceName: z.string(),
  /** The owner, and so the tenant, of the source and its scripts. */
  tenantId: UserId,
  userName: z.string(),
  platformId: PlatformId,
  platformName: z.string(),
  address: z.string(),
  branch: z.string(),
  /** Empty: the root. */
  folder: z.string(),
  authKind: SourceAuth,
  /** Secrets are never shown. */
  hasSecret: z.boolean(),
  /** The server's keys over SSH, as in a known_hosts file. */
  knownHosts: z.string(),
  /** 0: only by webhook and button. */
  intervalMinutes: z.number(),
  provider: SourceProvider,
  apiAddress: z.string(),
  hasApiToken: z.boolean(),
  testPhones: z.array(z.object({ id: DeviceId, deviceNo: z.string() })),
  /** Pull requests of forks are tried, too. */
  triesForks: z.boolean(),
  status,
  state: SourceState,
  failure: SourceFailure.nullable(),
  /** What git reported, without secrets. */
  detail: z.string(),
  /** The last commit that was read. */
  commit: ScriptCommit.nullable(),
  result: SourceResult.nullable(),
  /** Of the last attempt, the last success, and the next attempt. */
  triedAt: time.nullable(),
  readAt: time.nullable(),
  nextAt: time.nullable(),
  scripts: z.number(),
  /** Why the pull requests could not be read from the provider; null: they could, or are not read. */
  pullsFailure: PullsFailure.nullable(),
  pullsDetail: z.string(),
  pullsReadAt: time.nullable(),
  pullsNextAt: time.nullable(),
  createdAt: time,
  gmtModified: time,
})
export type ScriptSource = z.output<typeof ScriptSource>

const control = /[\p{Cc}\s]/u
/** `git@host:path` is short for `ssh://git@host/path`. */
const scpLike = /^[\w.-]+@[\w.-]+:(?!\/\/)[^\s:][^\s]*$/
export const isSshAddress = (address: string) => address.startsWith('ssh://') || scpLike.test(address)

export function isRepositoryAddress(address: string): boolean {
  if (control.test(address) || address.startsWith('-')) return false
  if (scpLike.test(address)) return true
  if (!URL.canParse(address)) return false
  const { protocol, username, password, hostname, pathname, search, hash } = new URL(address)
  if (hostname === '' || pathname.length < 2 || search !== '' || hash !== '' || password !== '') return false
  return protocol === 'ssh:' || (/^https?:$/.test(protocol) && username === '')
}

/** The rules of git for names of branches, without the rarest. */
const isBranch = (name: string) =>
  /^[^\s~^:?*[\\\p{Cc}]+$/u.test(name) && !/^[-/.]|\.\.|@\{|\/\/|\/$|\.$|\.lock$/.test(name)

const isFolder = (folder: string) =>
  !/[\p{Cc}\\]/u.test(folder) && !folder.split('/').some((part) => part === '..' || part === '.git')

function isWebAddress(address: string) {
  if (address === '') return true
  if (!URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

const draftShape = {
  sourceName: z.string().trim().min(1, 'scriptSource.nameRequired').max(50, 'scriptSource.nameLength'),
  platformId: z
    .int('scriptSource.platformRequired')
    .positive('scriptSource.platformRequired')
    .brand<'PlatformId'>(),
  address: z
    .string()
    .trim()
    .min(1, 'scriptSource.addressRequired')
    .max(500, 'scriptSource.addressWrong')
    .refine(isRepositoryAddress, 'scriptSource.addressWrong'),
  branch: z
    .string()
    .trim()
    .min(1, 'scriptSource.branchRequired')
    .max(200, 'scriptSource.branchWrong')
    .refine(isBranch, 'scriptSource.branchWrong'),
  folder: z
    .string()
    .trim()
    .max(300, 'scriptSource.folderWrong')
    .refine(isFolder, 'scriptSource.folderWrong')
    .transform((folder) =>
      folder
        .split('/')
        .filter((part) => part !== '' && part !== '.')
        .join('/'),
    )
    .default(''),
  authKind: SourceAuth.default('none'),
  /** A token, or a private key without a passphrase. Empty: the stored one stays, unless the address changes. */
  secret: z.string().max(20_000, 'scriptSource.secretLength').default(''),
  knownHosts: z.string().trim().max(20_000, 'scriptSource.knownHostsLength').default(''),
  intervalMinutes: z
    .int('scriptSource.intervalRange')
    .min(0, 'scriptSource.intervalRange')
    .max(10_080, 'scriptSource.intervalRange')
    .default(15),
  provider: SourceProvider.default('other'),
  /** Empty: derived from the address of the repository. */
  apiAddress: z
    .string()
    .trim()
    .max(500, 'scriptSource.apiAddressWrong')
    .refine(isWebAddress, 'scriptSource.apiAddressWrong')
    .default(''),
  /** For commit statuses. Empty: the stored one stays, or the token of the repository is used. */
  apiToken: z.string().trim().max(2000, 'scriptSource.secretLength').default(''),
  testPhoneIds: z.array(DeviceId).max(maxTestPhones, 'scriptSource.phonesLength').default([]),
  triesForks: z.boolean().default(false),
  status: status.default(0),
  /** Omitted: the caller. */
  tenantId: UserId.optional(),
}
export const ScriptSourceDraft = z.strictObject(draftShape)
export type ScriptSourceDraft = z.output<typeof ScriptSourceDraft>

export const ScriptSourceQuery = pageQuery(
  {
    sourceName: z.string().max(50).optional(),
    state: SourceState.optional(),
    status: statusParam.optional(),
    tenantId: idParam.brand<'UserId'>().optional(),
  },
  ['id', 'sourceName', 'userName', 'readAt', 'createdAt', 'gmtModified'],
)

/** `skipped`: not tried, for its reason. `success` without a reason: all tries succeeded. */
export const PullState = z.enum(['waiting', 'running', 'success', 'failure', 'error', 'skipped'])
export type PullState = z.output<typeof PullState>

export const PullReason = z.enum([
  /** From a fork, and the source does not try forks. */
  'fork',
  'noPhones',
  /** No script of the folder is changed. */
  'noChanges',
  'tooManyScripts',
  /** It could not be read from the repository. */
  'unreadable',
  /** A newer commit of the same pull request replaces it. */
  'superseded',
  /** The server stopped while it tried. */
  'interrupted',
  /** The source is disabled. */
  'disabled',
])
export type PullReason = z.output<typeof PullReason>

export const ScriptPull = z.object({
  id: ScriptPullId,
  /** The provider's number. */
  number: z.number(),
  title: z.string(),
  author: z.string(),
  url: z.string(),
  sha: z.string(),
  isFork: z.boolean(),
  state: PullState,
  reason: PullReason.nullable(),
  detail: z.string(),
  /** Why the provider did not accept the commit status; empty: it did, or gets none. */
  statusError: z.string(),
  succeeded: z.number(),
  tries: z.number(),
  createdAt: time,
  endedAt: time.nullable(),
})
export type ScriptPull = z.output<typeof ScriptPull>

/** A changed script on one test phone. */
export const PullTry = z.object({
  id: z.number(),
  file: z.string(),
  deviceNo: z.string(),
  /** Null: the record of its run was deleted. */
  state: DeliveryState.nullable(),
  /** Why it did not become a run. */
  reason: z.enum(['offline', 'authorMissing', 'importWrong', 'phoneGone']).nullable(),
  runReason: TaskReason.nullable(),
  msg: z.string(),
  /** What the phone is known to lack of that which the script needs, by the names of capabilities. */
  lacks: z.array(z.enum(capabilities)),
  lines: z.array(z.object({ at: time, level: LogLevel, msg: z.string() })),
  startedAt: time.nullable(),
  endedAt: time.nullable(),
})
export type PullTry = z.output<typeof PullTry>

const base = '/task/scriptSource'
const list = 'task/scriptSource/list'
const { export: _export, ...crud } = deviceCrud(base, {
  row: ScriptSource,
  draft: ScriptSourceDraft,
  query: ScriptSourceQuery,
})
const example = { address: 'https://git.example.org/team/scripts.git' }
const bodyId = z.strictObject({ id: ScriptSourceId })

export const scriptSources = {
  ...crud,
  add: { ...crud.add, example, data: z.object({ id: ScriptSourceId }) },
  edit: { ...crud.edit, example, body: withId(ScriptSourceDraft, ScriptSourceId) },
  /** The git program of the server; null: none, or one that is too old. */
  program: {
    method: 'GET',
    path: `${base}/program`,
    permission: list,
    data: z.object({ version: z.string().nullable() }),
  },
  /** Reads the repository without saving anything. With an id, empty secrets are those of this source. */
  check: {
    method: 'POST',
    path: `${base}/check`,
    permission: 'task/scriptSource/add',
    perMinute: 30,
    example,
    body: z.strictObject({
      id: ScriptSourceId.optional(),
      address: draftShape.address,
      branch: draftShape.branch,
      folder: draftShape.folder,
      authKind: draftShape.authKind,
      secret: draftShape.secret,
      knownHosts: draftShape.knownHosts,
    }),
    data: z.object({
      failure: SourceFailure.nullable(),
      detail: z.string(),
      commit: ScriptCommit.nullable(),
      /** Names of the scripts that were found. */
      scripts: z.array(z.string()),
      /** Keys of the server, to be saved with the source. */
      knownHosts: z.string(),
    }),
    log: OperationType.other,
    logged: (sent: unknown) => ({ address: (sent as { address?: unknown })?.address }),
  },
  /** Reads the repository as soon as possible; the state of the source shows the progress. */
  pull: {
    method: 'POST',
    path: `${base}/pull`,
    permission: 'task/scriptSource/pull',
    perMinute: 60,
    body: bodyId,
    data: done,
    log: OperationType.other,
  },
  /** For the provider's settings. */
  webhook: {
    method: 'GET',
    path: `${base}/webhook`,
    permission: 'task/scriptSource/webhook',
    query: z.strictObject({ id: idParam.brand<'ScriptSourceId'>() }),
    data: z.object({ path: z.string(), secret: z.string() }),
    log: OperationType.other,
    proof: true,
  },
  /** Pull requests, newest first. */
  pulls: {
    method: 'GET',
    path: `${base}/pulls`,
    permission: list,
    query: pageQuery({ id: idParam.brand<'ScriptSourceId'>() }),
    data: pageOf(ScriptPull),
  },
  /** One with its tries and their logs. */
  pullTries: {
    method: 'GET',
    path: `${base}/pullTries`,
    permission: list,
    query: z.strictObject({ id: idParam.brand<'ScriptPullId'>() }),
    data: z.object({ pull: ScriptPull, sourceName: z.string(), tries: z.array(PullTry) }),
  },
  /** Tries it again. */
  tryPull: {
    method: 'POST',
    path: `${base}/tryPull`,
    permission: 'task/scriptSource/pull',
    perMinute: 30,
    body: z.strictObject({ id: ScriptPullId }),
    data: done,
    log: OperationType.other,
  },
} as const

/** Providers call it after a push, and for pull requests; signed with the secret of the source. */
export const scriptSourceHook = {
  method: 'POST',
  path: `${base}/hook/:key`,
  permission: 'public',
  perMinute: 240,
  params: z.object({ key: z.string().max(64) }),
  data: z.object({ taken: z.enum(['push', 'pull', 'ignored']) }),
} as const
