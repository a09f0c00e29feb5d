import type { PullsFailure } from '@fleetdeck/contract/script-sources'
import type { Deps } from '../../deps.ts'
import { siteNow } from '../../platform/core/site-clock.ts'
import { type FullFetchAnswer, SafeFetchError, safeFetch } from '../../platform/safe-fetch/safe-fetch.ts'
import { type OpenPull, type PulledRequest, toMergeRequest, toPullRequest } from './open-pulls.rules.ts'
import { type ProviderApi, providerApi } from './provider-api.ts'
import type { StoredSource } from './script-sources.queries.ts'

const perPage = 20
const mostPages = 5
const pageBytes = 8 * 1024 * 1024
/** What a provider may ask to wait. */
const waitSeconds = { least: 60, most: 6 * 3600 }

/** Why the pull requests could not be listed. */
export class PullsError extends Error {
  readonly failure: PullsFailure
  /** Before that, the provider takes no more calls. */
  readonly waitSeconds: number | undefined

  constructor(failure: PullsFailure, detail = '', wait?: number) {
    super(detail)
    this.failure = failure
    this.waitSeconds = wait
  }
}

/** Whether pull requests are to be read: without an API or test phones, or soon after a failure, they are not. */
export const readsPulls = ({ provider, testPhoneIds, pullsNextAt }: StoredSource) => ({
  isWanted: provider !== 'other' && testPhoneIds.length > 0,
  isDue: pullsNextAt === null || pullsNextAt <= siteNow(),
})

/**
 * The open pull requests for the branch of the source that were updated last.
 * @throws PullsError
 */
export async function listPulls(
  { seal, parameters }: Pick<Deps, 'seal' | 'parameters'>,
  source: StoredSource,
  signal: AbortSignal,
): Promise<PulledRequest[]> {
  const api = providerApi({ seal }, source)
  if (!api) return []
  const allowed = parameters.get('sys.outgoing.privateNetworks')
  const found: OpenPull[] = []
  for (let page = 1; page <= mostPages; page += 1) {
    signal.throwIfAborted()
    const rows = await readPage(pageUrl(source, api, page), api, allowed)
    const read = source.provider === 'gitlab' ? toMergeRequest : toPullRequest
    found.push(...rows.flatMap((row) => read(row) ?? []))
    if (rows.length < perPage) break
  }
  return found.filter(({ target }) => target === source.branch).map(({ request }) => request)
}

function pageUrl({ provider, branch }: StoredSource, { address }: ProviderApi, page: number): string {
  const list = (path: string, query: Record<string, string>) =>
    `${address}/${path}?${new URLSearchParams({ ...query, page: String(page) })}`
  const per_page = String(perPage)
  if (provider === 'gitlab')
    return list('merge_requests', {
      ...{ state: 'opened', scope: 'all', target_branch: branch, order_by: 'updated_at', sort: 'desc' },
      per_page,
    })
  if (provider === 'gitea') return list('pulls', { state: 'open', sort: 'recentupdate', limit: per_page })
  return list('pulls', { state: 'open', base: branch, sort: 'updated', direction: 'desc', per_page })
}

async function readPage(url: string, { headers }: ProviderApi, allowed: string): Promise<unknown[]> {
  let answer: FullFetchAnswer
  try {
    answer = await safeFetch({ method: 'GET', url, headers, allowed, limitBytes: pageBytes })
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    throw new PullsError(callFailures[error.failure] ?? 'other', error.message || error.failure)
  }
  const { status, body } = answer
  const detail = `HTTP ${status} ${body.slice(0, 200)}`.trim()
  if (isLimited(answer)) throw new PullsError('rateLimit', detail, toWait(answer))
  if (status === 401 || status === 403) throw new PullsError('accessDenied', detail)
  if (status === 404) throw new PullsError('repositoryMissing', detail)
  const rows = status === 200 ? toRows(body) : undefined
  if (!rows) throw new PullsError('other', detail)
  return rows
}

const callFailures: Partial<Record<SafeFetchError['failure'], PullsFailure>> = {
  privateAddress: 'addressPrivate',
  unreachable: 'unreachable',
  timeout: 'timeout',
}

function toRows(body: string): unknown[] | undefined {
  try {
    const json: unknown = JSON.parse(body)
    return Array.isArray(json) ? json : undefined
  } catch {
    return undefined
  }
}

const header = ({ headers }: FullFetchAnswer, name: string) => headers[name]?.[0]

/** GitHub answers with 403, too. */
const isLimited = (answer: FullFetchAnswer) =>
  answer.status === 429 ||
  (answer.status === 403 &&
    (header(answer, 'x-ratelimit-remaining') === '0' || header(answer, 'retry-after') !== undefined))

/** Seconds, by the clock of the provider. */
function toWait(answer: FullFetchAnswer): number {
  const after = Number(header(answer, 'retry-after'))
  const reset = Number(header(answer, 'x-ratelimit-reset') ?? header(answer, 'ratelimit-reset'))
  const now = Date.parse(header(answer, 'date') ?? '') / 1000
  const wait = [after, reset - now].find((seconds) => seconds > 0) ?? waitSeconds.least
  return Math.min(waitSeconds.most, Math.max(waitSeconds.least, Math.ceil(wait)))
}
