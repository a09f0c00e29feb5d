import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { maxTriedScripts, type PullTry } from '@fleetdeck/contract/script-sources'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Deps } from '../../deps.ts'
import { publicOrigin } from '../../domain/devices/origin-for-phones.ts'
import { trySeconds } from '../../domain/scripts/script-tries.queries.ts'
import { startTry } from '../../domain/scripts/start-try.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { GitError } from '../../platform/git/git-program.ts'
import type { Repository } from '../../platform/git/repository.ts'
import { text } from '../../platform/http/language.ts'
import { type CommitStatus, setCommitStatus } from './commit-status.ts'
import { PullReports, pullPrefix } from './pull-reports.ts'
import * as queries from './pulls.queries.ts'
import { type FoundScript, readFolder } from './read-folder.ts'
import type { StoredSource } from './script-sources.queries.ts'
import { openedSecrets } from './sealed-source.ts'
import { type SourceReader, toFailure } from './source-reader.ts'

const lookMs = 2000
const pollMs = 500
/** Pull requests that one server tries at a time. */
const atOnce = 4
const leaseSeconds = 120
/** Commits that are searched for the place where a pull request left its branch. */
const historyDepth = 100
/** Beyond the time limit of a trial run. */
const graceMs = 90_000
const maxAttempts = 2

type PullTriesDeps = Pick<Deps, 'db' | 'seal' | 'files' | 'hub' | 'parameters' | 'log'>
type Row = Awaited<ReturnType<typeof queries.insertTries>>[number]

/** Runs changed scripts of pull requests on test phones, and reports the result to the provider. */
export class PullTries {
  readonly #deps: PullTriesDeps
  readonly #reader: SourceReader
  readonly #reports: PullReports
  readonly #timer: NodeJS.Timeout
  readonly #working = new Set<Promise<void>>()
  readonly #closing = new AbortController()
  #looking: Promise<void> | undefined

  constructor(deps: PullTriesDeps, reader: SourceReader) {
    this.#deps = deps
    this.#reader = reader
    this.#reports = new PullReports(deps)
    this.#timer = setInterval(() => this.lookSoon(), lookMs)
    this.#timer.unref()
  }

  lookSoon(): void {
    this.#looking ??= this.#look()
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'could not try pull requests'))
      .finally(() => {
        this.#looking = undefined
      })
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#closing.abort()
    await this.#looking
    await Promise.all(this.#working)
    await this.#reports.close()
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

  async #work(claimed: queries.ClaimedPull): Promise<void> {
    const { db } = this.#deps
    const { pull, source } = claimed
    const lease = setInterval(
      () => {
        queries.renewPull(db, pull.id, leaseSeconds).catch(() => {})
      },
      (leaseSeconds * 1000) / 4,
    )
    try {
      await this.#try(claimed)
    } catch (error) {
      if (this.#closing.signal.aborted) {
        await queries.unclaimPull(db, pull.id)
        return
      }
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
    if (pull.attempts >= maxAttempts)
      return this.#end(source, pull, { state: 'error', reason: 'interrupted' })
    if (source.status !== 0) return this.#skip(pull, 'disabled')
    if (pull.isFork && !source.triesForks) return this.#skip(pull, 'fork')
    const phones = await queries.testPhones(db, source)
    if (phones.length === 0) return this.#skip(pull, 'noPhones')
    await this.#report(source, pull, 'pending', 'scriptSource.statusPending')
    const { sha, changed } = await this.#read(source, pull.number)
    if (sha !== pull.sha) {
      await queries.saveSha(db, pull.id, sha)
      pull.sha = sha
      await this.#report(source, pull, 'pending', 'scriptSource.statusPending')
    }
    if (changed.length === 0) return this.#end(source, pull, { state: 'success', reason: 'noChanges' })
    if (changed.length > maxTriedScripts)
      return this.#end(source, pull, { state: 'error', reason: 'tooManyScripts' })
    const rows = await queries.insertTries(
      db,
      phones.flatMap(({ id, deviceNo }) =>
        changed.map(({ file }) => ({ pullId: pull.id, file, deviceId: id, deviceNo })),
      ),
    )
    const ends = await Promise.all(
      phones.map(({ id }) =>
        this.#tryOnPhone(
          { pull, source },
          rows.filter(({ deviceId }) => deviceId === id),
          changed,
        ),
      ),
    )
    await this.#end(source, pull, { state: judge(ends.flat()) })
  }

  /** The scripts that a pull request changes, as they are at its head. */
  #read(source: StoredSource, number: number): Promise<{ sha: string; changed: FoundScript[] }> {
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
      return { sha, changed: scripts.filter(({ file, hash }) => known.get(file) !== hash) }
    })
  }

  async #scriptsAt(repository: Repository, { folder }: StoredSource, sha: string): Promise<FoundScript[]> {
    return (await readFolder(repository, { sha, folder, limit: this.#reader.fileLimit })).scripts
  }

  /** One script after the other. */
  async #tryOnPhone(claimed: queries.ClaimedPull, rows: Row[], scripts: FoundScript[]): Promise<TryEnd[]> {
    const ends: TryEnd[] = []
    for (const row of rows) {
      const script = scripts.find(({ file }) => file === row.file)
      if (script && row.deviceId !== null)
        ends.push(await this.#tryOne(claimed, { ...row, deviceId: row.deviceId, script }))
    }
    return ends
  }

  async #tryOne(
    { pull, source }: queries.ClaimedPull,
    { id, deviceId, deviceNo, script }: Row & { deviceId: DeviceId; script: FoundScript },
  ): Promise<TryEnd> {
    const { db, hub } = this.#deps
    const end = async (reached: TryEnd) => {
      await queries.saveTryEnd(db, id, reached)
      return reached
    }
    const runKey = `${pullPrefix}${randomUUID()}`
    const { content, params, name } = script
    await queries.saveTryStart(db, id, runKey)
    const phone = { deviceId, deviceNo, userId: source.tenantId }
    const named = { scriptId: null, scriptName: name, taskName: name }
    const order = { ...phone, ...named, content, params, kept: true, runKey }
    try {
      if ((await startTry(this.#deps, order)) === undefined)
        return await end({ state: 'failed', reason: 'offline' })
    } catch (error) {
      if (error instanceof AppError && error.errorName === 'authorMissing')
        return await end({ state: 'failed', reason: 'authorMissing' })
      throw error
    }
    const stop = () => hub.sendToPhone(deviceId, { action: 'taskControl', order: 'stop', runId: runKey })
    const until = performance.now() + trySeconds * 1000 + graceMs
    while (performance.now() < until) {
      const state = await queries.findTryState(db, id)
      // The pull request has been tried again, or removed.
      if (state === undefined || !(await queries.isTried(db, pull.id))) {
        await stop()
        return end({ state: 'stopped' })
      }
      if (state === 'succeeded' || state === 'failed' || state === 'stopped' || state === 'expired')
        return { state, reason: null }
      if (this.#closing.signal.aborted) {
        await stop()
        throw new Error('the server stops')
      }
      await pause(pollMs, undefined, { signal: this.#closing.signal }).catch(() => {})
    }
    await stop()
    return end({ state: 'expired', reason: 'unanswered' })
  }

  /** Not tried: the provider shows nothing. */
  async #skip(pull: queries.ClaimedPull['pull'], reason: 'disabled' | 'fork' | 'noPhones'): Promise<void> {
    await queries.endPull(this.#deps.db, pull.id, { state: 'skipped', reason })
  }

  async #end(
    source: StoredSource,
    pull: queries.ClaimedPull['pull'],
    result: Parameters<typeof queries.endPull>[2] & { state: 'success' | 'failure' | 'error' },
  ): Promise<void> {
    // A newer commit has a status of its own.
    if (!(await queries.endPull(this.#deps.db, pull.id, result))) return
    const key = result.reason === 'noChanges' ? 'scriptSource.statusNoChanges' : statusTexts[result.state]
    await this.#report(source, pull, result.state, key)
  }

  async #report(
    source: StoredSource,
    pull: queries.ClaimedPull['pull'],
    state: CommitStatus['state'],
    key: TextKey,
  ): Promise<void> {
    const { db, parameters } = this.#deps
    const origin = publicOrigin(parameters)
    const error = await setCommitStatus(this.#deps, source, pull.sha, {
      state,
      description: text(parameters.get('alarm.language'), key),
      url: origin && `${origin}/task/scriptSource?pull=${pull.id}`,
    })
    await queries.saveStatusError(db, pull.id, error)
  }
}

interface TryEnd {
  state: PullTry['state']
  reason?: PullTry['reason']
}

const statusTexts = {
  success: 'scriptSource.statusSuccess',
  failure: 'scriptSource.statusFailure',
  error: 'scriptSource.statusError',
} as const

/** A script that failed is a failure; a phone that could not try is an error. */
function judge(ends: TryEnd[]): 'success' | 'failure' | 'error' {
  if (ends.some(({ state, reason }) => state === 'failed' && !reason)) return 'failure'
  return ends.every(({ state }) => state === 'succeeded') ? 'success' : 'error'
}
