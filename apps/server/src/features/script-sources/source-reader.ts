import type { ScriptCommit } from '@fleetdeck/contract/script-commit'
import type { SourceFailure } from '@fleetdeck/contract/script-sources'
import type { Deps } from '../../deps.ts'
import { readLimits } from '../../domain/scripts/script-file.ts'
import { GitError } from '../../platform/git/git-program.ts'
import {
  clearRepositories,
  type Repository,
  type RepositoryAccess,
  withRepository,
} from '../../platform/git/repository.ts'
import { applyScripts } from './apply-scripts.ts'
import { listPulls, PullsError, readsPulls } from './list-pulls.ts'
import { insertPull, untriedPulls } from './pulls.queries.ts'
import { FolderError, readFolder } from './read-folder.ts'
import * as queries from './script-sources.queries.ts'
import { openedSecrets } from './sealed-source.ts'
import { commitPage } from './source-address.ts'

const lookMs = 1000
/** Of one server. */
const atOnce = 2
/** Longer than a reading may take. */
const leaseSeconds = 600
/** Of one reading; the others follow with the next. */
const mostNewPulls = 20
const bytesPerMegabyte = 1024 * 1024

export type SourceReaderDeps = Pick<Deps, 'db' | 'seal' | 'files' | 'parameters' | 'log'>

/** Reads git repositories when they are due: after their interval, a push, or a click. */
export class SourceReader {
  readonly #deps: SourceReaderDeps
  readonly #folder: string
  readonly #timer: NodeJS.Timeout
  readonly #working = new Set<Promise<void>>()
  readonly #closing = new AbortController()
  #looking: Promise<void> | undefined

  /** @param folder for the files of git while it works */
  constructor(deps: SourceReaderDeps, folder: string) {
    this.#deps = deps
    this.#folder = folder
    this.#looking = this.#guard(clearRepositories(folder))
    this.#timer = setInterval(() => this.lookSoon(), lookMs)
    this.#timer.unref()
  }

  /** Begins what is due. */
  lookSoon(): void {
    this.#looking ??= this.#guard(this.#look())
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#closing.abort()
    await this.#looking
    await Promise.all(this.#working)
  }

  /** Opens a repository for as long as `use` takes. */
  open<T>(access: RepositoryAccess, use: (repository: Repository) => Promise<T>): Promise<T> {
    const allowed = this.#deps.parameters.get('sys.outgoing.privateNetworks')
    return withRepository(access, { folder: this.#folder, allowed, signal: this.#closing.signal }, use)
  }

  /** Maximum bytes of one script. */
  get fileLimit(): number {
    return readLimits(this.#deps).limit * bytesPerMegabyte
  }

  #guard(work: Promise<void>): Promise<void> {
    return work
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'could not read git repositories'))
      .finally(() => {
        this.#looking = undefined
      })
  }

  async #look(): Promise<void> {
    while (this.#working.size < atOnce && !this.#closing.signal.aborted) {
      const source = await queries.claimSource(this.#deps.db, leaseSeconds)
      if (!source) return
      const work = this.#read(source)
        .catch((error: unknown) =>
          this.#deps.log.error({ err: error, sourceId: source.id }, 'could not read a git repository'),
        )
        .finally(() => {
          this.#working.delete(work)
          this.lookSoon()
        })
      this.#working.add(work)
    }
  }

  async #read(source: queries.StoredSource): Promise<void> {
    const { db } = this.#deps
    const outcome = await this.#outcome(source).catch((error: unknown) => this.#toOutcome(source, error))
    await this.#readPulls(source)
    if (this.#closing.signal.aborted) await queries.unclaimSource(db, source.id)
    else await queries.saveOutcome(db, source, outcome)
  }

  #toOutcome(source: queries.StoredSource, error: unknown): queries.FailedOutcome {
    const isKnown = error instanceof GitError || error instanceof FolderError
    if (!isKnown && !this.#closing.signal.aborted)
      this.#deps.log.error({ err: error, sourceId: source.id }, 'could not read a git repository')
    return toFailure(error)
  }

  /** Open pull requests of which no webhook has reported the commit. */
  async #readPulls(source: queries.StoredSource): Promise<void> {
    const { db } = this.#deps
    const { isWanted, isDue } = readsPulls(source)
    if (!isWanted) return queries.savePullsOutcome(db, source, 'unread')
    if (!isDue) return
    try {
      const open = await listPulls(this.#deps, source, this.#closing.signal)
      const untried = (await untriedPulls(db, source, open)).slice(0, mostNewPulls)
      for (const request of untried.reverse()) await insertPull(db, source, request)
    } catch (error) {
      if (this.#closing.signal.aborted) return
      if (!(error instanceof PullsError)) throw error
      const { failure, message: detail, waitSeconds } = error
      return queries.savePullsOutcome(db, source, { failure, detail, waitSeconds })
    }
    await queries.savePullsOutcome(db, source, 'read')
  }

  #outcome(source: queries.StoredSource): Promise<queries.ReadOutcome> {
    const { secret } = openedSecrets(this.#deps.seal, source)
    return this.open({ ...source, secret }, async (repository) => {
      const sha = await repository.findBranch(source.branch)
      const { commit: before, result } = source
      if (source.state === 'read' && before?.sha === sha && result && result.skipped.length === 0)
        return { commit: before, result, knownHosts: await repository.knownHosts() }
      const fetched = await repository.fetch(`refs/heads/${source.branch}`)
      const content = await readFolder(repository, {
        sha: fetched,
        folder: source.folder,
        limit: this.fileLimit,
      })
      const commit: ScriptCommit = {
        ...(await repository.commit(fetched)),
        url: commitPage(source, fetched),
      }
      return {
        commit,
        result: await applyScripts(this.#deps, { source, commit }, content),
        knownHosts: await repository.knownHosts(),
      }
    })
  }
}

/** What the console shows of a failure. */
export function toFailure(error: unknown): { failure: SourceFailure; detail: string } {
  if (error instanceof GitError || error instanceof FolderError)
    return { failure: error.failure, detail: error.message }
  return { failure: 'other', detail: '' }
}
