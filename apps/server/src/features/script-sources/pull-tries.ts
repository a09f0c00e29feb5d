import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { endStates } from '@fleetdeck/contract/delivery'
import { maxTriedScripts } from '@fleetdeck/contract/script-sources'
import type { TaskReason } from '@fleetdeck/contract/task-runs'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Deps } from '../../deps.ts'
import { publicOrigin } from '../../domain/devices/origin-for-phones.ts'
import { resolveModules } from '../../domain/scripts/modules/resolve-modules.ts'
import { stopTry, tryPrefix, trySeconds } from '../../domain/scripts/script-tries.queries.ts'
import { startTry } from '../../domain/scripts/start-try.ts'
import { lacksOf } from '../../domain/scripts/static-look/lacking-phones.queries.ts'
import { capabilitiesIn } from '../../domain/scripts/static-look/question-needs.ts'
import { needsOfTexts } from '../../domain/scripts/static-look/script-looks.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { awayReason } from '../../platform/core/database-away.ts'
import { JoinedWork } from '../../platform/core/joined-work.ts'
import { GitError } from '../../platform/git/git-program.ts'
import type { Repository } from '../../platform/git/repository.ts'
import { text } from '../../platform/http/language.ts'
import { type CommitStatus, setCommitStatus } from './commit-status.ts'
import * as queries from './pulls.queries.ts'
import { type FoundScript, readFolder } from './read-folder.ts'
import type { StoredSource } from './script-sources.queries.ts'
import { openedSecrets } from './sealed-source.ts'
import { type SourceReader, toFailure } from './source-reader.ts'

const lookMs = 2000
const pollMs = 500
/** Pull requests that one server tries at a time. */
const atOnce = 4
/** Another server continues what a dead one has begun. */
const leaseSeconds = 20
/** Commits that are searched for the place where a pull request left its branch. */
const historyDepth = 100
/** Servers that may die one after the other. */
const maxAttempts = 5
/** Distinguishes these runs from those of the editor. */
const pullPrefix = `${tryPrefix}pull-`

type PullTriesDeps = Pick<Deps, 'db' | 'seal' | 'files' | 'hub' | 'parameters' | 'log'>
type Pull = queries.ClaimedPull['pull']

/** Runs changed scripts of pull requests on test phones, and reports the result to the provider. */
export class PullTries {
  readonly #deps: PullTriesDeps
  readonly #reader: SourceReader
  readonly #working = new Set<Promise<void>>()
  readonly #closing = new AbortController()
  readonly #looks: JoinedWork

  constructor(deps: PullTriesDeps, reader: SourceReader) {
    this.#deps = deps
    this.#reader = reader
    this.#looks = new JoinedWork(
      () => this.#look(),
      (error) => deps.log.error({ err: error }, 'could not try pull requests'),
    ).repeat(lookMs)
  }

  lookSoon(): void {
    // Failures are logged there.
    this.#looks.run().catch(() => {})
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#looks.close()
    await Promise.all(this.#working)
  }

  async #look(): Promise<void> {
    while (this.#working.size < atOnce && !this.#closing.signal.aborted) {
      const claimed = await queries.claimPull(this.#deps.db, leaseSeconds)
      if (!claimed) return
      const work = this.#work(claimed)
        .catch((error: unknown) =>
          this.#deps.log.error({ err: error, pullId: claimed.pull.id }, 'could not try a pull request'),
        )
        .finally(() => {
          this.#working.delete(work)
          this.lookSoon()
        })
      this.#working.add(work)
    }
  }

  async #work({ pull, source }: queries.ClaimedPull): Promise<void> {
    const { db } = this.#deps
    // An outage of the database shows where it is used.
    const renew = () => void queries.renewPull(db, pull, leaseSeconds).catch(() => undefined)
    const lease = setInterval(renew, (leaseSeconds * 1000) / 4)
    try {
      if (pull.endedAt) await this.#reportEnd(source, pull)
      else await this.#try({ pull, source })
    } catch (error) {
      if (error instanceof PullTaken) return
      if (this.#closing.signal.aborted) return void (await queries.unclaimPull(db, pull))
      if (awayReason(error)) throw error
      const { failure, detail } = toFailure(error)
      if (failure === 'other' && !(error instanceof GitError))
        this.#deps.log.error({ err: error, pullId: pull.id }, 'could not try a pull request')
      await this.#end(source, pull, {
        state: 'error',
        reason: 'unreadable',
        detail: `${failure} ${detail}`.trim(),
      })
    } finally {
      clearInterval(lease)
    }
  }

  async #try({ pull, source }: queries.ClaimedPull): Promise<void> {
    const { db } = this.#deps
    if (pull.attempts > maxAttempts) return this.#end(source, pull, { state: 'error', reason: 'interrupted' })
    if (source.status !== 0) return this.#skip(pull, 'disabled')
    if (pull.isFork && !source.triesForks) return this.#skip(pull, 'fork')
    const phones = await queries.testPhones(db, source)
    if (phones.length === 0) return this.#skip(pull, 'noPhones')
    await this.#stopAll(await queries.replacedRuns(db, pull))
    if (pull.attempts === 1) await this.#reportStart(source, pull)
    const { sha, scripts, changed } = await this.#read(source, pull.number)
    if (sha !== pull.sha) {
      await queries.saveSha(db, pull.id, sha)
      pull.sha = sha
      await this.#reportStart(source, pull)
    }
    if (changed.length === 0) return this.#end(source, pull, { state: 'success', reason: 'noChanges' })
    if (changed.length > maxTriedScripts)
      return this.#end(source, pull, { state: 'error', reason: 'tooManyScripts' })
    await queries.insertTries(
      db,
      pull.id,
      phones.flatMap(({ id, deviceNo }) => changed.map(({ file }) => ({ file, deviceId: id, deviceNo }))),
    )
    const tries = await this.#runAll({ pull, source }, scripts)
    await this.#end(source, pull, { state: judge(tries) })
  }

  /** The scripts that a pull request changes, as they are at its head. */
  #read(
    source: StoredSource,
    number: number,
  ): Promise<{ sha: string; scripts: FoundScript[]; changed: FoundScript[] }> {
    const { secret } = openedSecrets(this.#deps.seal, source)
    const ref = `refs/${source.provider === 'gitlab' ? 'merge-requests' : 'pull'}/${number}/head`
    return this.#reader.open({ ...source, secret }, async (repository) => {
      const base = await repository.fetch(`refs/heads/${source.branch}`, historyDepth)
      const sha = await repository.fetch(ref, historyDepth)
      const left = (await repository.mergeBase(base, sha)) ?? base
      const before = await this.#scriptsAt(repository, source, left).catch((error: unknown) => {
        if (error instanceof GitError && error.failure === 'folderMissing') return []
        throw error
      })
      const known = new Map(before.map(({ file, hash }) => [file, hash]))
      const scripts = await this.#scriptsAt(repository, source, sha)
      return { sha, scripts, changed: scripts.filter(({ file, hash }) => known.get(file) !== hash) }
    })
  }

  async #scriptsAt(repository: Repository, { folder }: StoredSource, sha: string): Promise<FoundScript[]> {
    return (await readFolder(repository, { sha, folder, limit: this.#reader.fileLimit })).scripts
  }

  /** One script after the other on each phone. The state is read from the runs, so any server can continue. */
  async #runAll({ pull, source }: queries.ClaimedPull, scripts: FoundScript[]): Promise<queries.TryState[]> {
    const { db } = this.#deps
    const scriptOf = new Map(scripts.map((script) => [script.file, script]))
    let open: queries.TryState[] = []
    for (;;) {
      if (!(await queries.holdsPull(db, pull))) {
        if (!(await queries.isTried(db, pull.id))) await this.#stopAll(open)
        throw new PullTaken()
      }
      const tries = await queries.listTryStates(db, pull.id)
      open = tries.filter((one) => !isOver(one))
      if (open.length === 0) return tries
      const next = [...Map.groupBy(open, ({ deviceId }) => deviceId).values()].flatMap(([one]) => one ?? [])
      const unsent = next.filter(({ state }) => state === null)
      await Promise.all(
        unsent.map((one) => this.#start(source, one, { script: scriptOf.get(one.file), scripts })),
      )
      await pause(pollMs, undefined, { signal: this.#closing.signal })
    }
  }

  async #start(
    source: StoredSource,
    one: queries.TryState,
    { script, scripts }: { script: FoundScript | undefined; scripts: FoundScript[] },
  ): Promise<void> {
    const { db } = this.#deps
    const { id, deviceId, deviceNo } = one
    const refuse = (reason: Parameters<typeof queries.saveTryReason>[2]) =>
      queries.saveTryReason(db, id, reason)
    if (!script) throw new Error(`${one.file} is missing`)
    if (deviceId === null) return void (await refuse('phoneGone'))
    const runKey = `${pullPrefix}${randomUUID()}`
    if (!(await queries.saveTryStart(db, one, runKey))) return
    const { content, params, name } = script
    const phone = { deviceId, deviceNo, userId: source.tenantId }
    const named = { scriptId: null, scriptName: name, taskName: name }
    const limits = { kept: true, timeoutSeconds: trySeconds }
    const place = { ownerId: source.tenantId, source: { id: source.id, file: one.file } }
    const importer = { ...place, scriptName: name, fileName: one.file, content }
    try {
      const modules = await resolveModules(this.#deps, importer, scripts)
      const needs = await needsOfTexts([{ ...importer, name }, ...modules])
      await queries.saveTryLacks(db, id, await lacksOf(db, deviceId, capabilitiesIn(needs)))
      const order = { ...phone, ...named, ...limits, content, fileName: one.file, modules, params, runKey }
      if ((await startTry(this.#deps, order)) === undefined) await refuse('offline')
    } catch (error) {
      const reason = error instanceof AppError && refusals[error.errorName]
      if (!reason) throw error
      await refuse(reason)
    }
  }

  async #stopAll(runs: Pick<queries.TryState, 'runKey' | 'deviceId'>[]): Promise<void> {
    const { db, hub } = this.#deps
    for (const { runKey, deviceId } of runs) {
      if (runKey === null || deviceId === null) continue
      await stopTry(db, runKey, deviceId)
      await hub.sendToPhone(deviceId, { action: 'taskControl', order: 'stop', runId: runKey })
    }
  }

  /** Not tried: the provider shows nothing. */
  async #skip(pull: Pull, reason: 'disabled' | 'fork' | 'noPhones'): Promise<void> {
    await queries.endPull(this.#deps.db, pull, { state: 'skipped', reason })
  }

  async #end(
    source: StoredSource,
    pull: Pull,
    result: Parameters<typeof queries.endPull>[2] & { state: EndState },
  ): Promise<void> {
    // A newer commit has a status of its own.
    if (!(await queries.endPull(this.#deps.db, pull, result))) return
    await this.#reportEnd(source, { ...pull, reason: null, ...result })
  }

  async #reportStart(source: StoredSource, pull: Pull): Promise<void> {
    const description = this.#text('scriptSource.statusPending')
    const error = await this.#report(source, pull, { state: 'pending', description })
    await queries.saveStatusError(this.#deps.db, pull.id, error)
  }

  /** Of a pull request that has ended, perhaps on a server that died before it sent the status. */
  async #reportEnd(source: StoredSource, pull: Pull): Promise<void> {
    const { state, reason } = pull
    if (state !== 'success' && state !== 'failure' && state !== 'error') return
    if (pull.attempts > 2 * maxAttempts)
      return void (await queries.saveStatus(this.#deps.db, pull, 'timeout'))
    const status = this.#text(reason === 'noChanges' ? 'scriptSource.statusNoChanges' : statusTexts[state])
    const what = state === 'success' ? [] : await queries.lackedBy(this.#deps.db, pull.id)
    const description =
      what.length === 0 ? status : this.#text('scriptSource.statusLacks', { status, what: what.join(', ') })
    const error = await this.#report(source, pull, { state, description })
    await queries.saveStatus(this.#deps.db, pull, error)
  }

  /** The provider shows it to everybody, in the language of alarms. */
  #text(key: TextKey, values?: Record<string, string>): string {
    return text(this.#deps.parameters.get('alarm.language'), key, values)
  }

  /** Returns why the provider has not accepted the status. */
  #report(source: StoredSource, pull: Pull, status: Omit<CommitStatus, 'url'>): Promise<string> {
    const origin = publicOrigin(this.#deps.parameters)
    return setCommitStatus(this.#deps, source, pull.sha, {
      ...status,
      url: origin && `${origin}/task/scriptSource?pull=${pull.id}`,
    })
  }
}

/** Another server has taken it over, a newer commit has replaced it, or it was removed. */
class PullTaken extends Error {}

/** Why a script of a pull request does not run. */
const refusals: Partial<Record<AppError['errorName'], Parameters<typeof queries.saveTryReason>[2]>> = {
  authorMissing: 'authorMissing',
  scriptSyntax: 'importWrong',
  scriptNeedsCompiler: 'importWrong',
  importUnknown: 'importWrong',
  importPath: 'importWrong',
  importAmbiguous: 'importWrong',
  importsTooMany: 'importWrong',
  importsTooLarge: 'importWrong',
}

type EndState = keyof typeof statusTexts

const statusTexts = {
  success: 'scriptSource.statusSuccess',
  failure: 'scriptSource.statusFailure',
  error: 'scriptSource.statusError',
} as const

const ends: readonly (string | null)[] = endStates
const isOver = ({ reason, state }: queries.TryState) => reason !== null || ends.includes(state)

/** Of the script itself; others are of the phone or of its connection. */
const scriptCauses: readonly (TaskReason | null)[] = [null, 'exception', 'timeout', 'memory', 'notAScript']

/** A script that failed is a failure; a phone that could not try is an error. */
function judge(tries: queries.TryState[]): EndState {
  const isAtFault = ({ state, reason, runReason }: queries.TryState) =>
    reason === 'importWrong' || (state === 'failed' && scriptCauses.includes(runReason))
  if (tries.some(isAtFault)) return 'failure'
  return tries.every(({ state }) => state === 'succeeded') ? 'success' : 'error'
}
