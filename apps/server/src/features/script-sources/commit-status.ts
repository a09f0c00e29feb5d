import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import { type SafeFetchAnswer, SafeFetchError, safeFetch } from '../../platform/safe-fetch/safe-fetch.ts'
import type { StoredSource } from './script-sources.queries.ts'
import { openedSecrets } from './sealed-source.ts'
import { apiBase, webPlace } from './source-address.ts'

export interface CommitStatus {
  state: 'pending' | 'success' | 'failure' | 'error'
  description: string
  /** The page with the result; empty if the site has no public address. */
  url: string
}

/** What providers show as the name of the check. */
const context = 'fleetdeck'
const pausesMs = [1000, 4000]
const longestDescription = 140
/** There is no token with which the status could be set. */
const noToken = 'noToken'

/** Sets the status of a commit. Returns why the provider has not accepted it; empty: it has, or takes none. */
export async function setCommitStatus(
  { seal, parameters }: Pick<Deps, 'seal' | 'parameters'>,
  source: StoredSource,
  sha: string,
  status: CommitStatus,
): Promise<string> {
  const [base, path] = [apiBase(source), webPlace(source.address)?.path]
  if (base === undefined || path === undefined) return ''
  const { secret, apiToken } = openedSecrets(seal, source)
  // The token of the repository is for the repository's own server.
  const own = source.authKind === 'token' && source.apiAddress === '' ? secret : ''
  const token = apiToken || own
  if (token === '') return noToken
  const call = {
    ...toCall(source.provider, { base, path, sha, token }, status),
    allowed: parameters.get('sys.outgoing.privateNetworks'),
  }
  for (const wait of [...pausesMs, undefined]) {
    const error = await send(call)
    if (error === undefined) return ''
    if (wait === undefined || !error.isPassing) return error.text
    await pause(wait)
  }
  return ''
}

interface Target {
  base: string
  path: string
  sha: string
  token: string
}

function toCall(
  provider: StoredSource['provider'],
  { base, path, sha, token }: Target,
  status: CommitStatus,
) {
  const { state, url } = status
  const fields = {
    ...(url && { target_url: url }),
    description: status.description.slice(0, longestDescription),
  }
  const headers = { 'content-type': 'application/json', accept: 'application/json', 'user-agent': context }
  if (provider === 'gitlab') {
    // GitLab knows no errors apart from failures.
    const name = state === 'failure' || state === 'error' ? 'failed' : state
    return {
      method: 'POST' as const,
      url: `${base}/projects/${encodeURIComponent(path)}/statuses/${sha}`,
      headers: { ...headers, 'private-token': token },
      body: JSON.stringify({ ...fields, state: name, name: context }),
    }
  }
  return {
    method: 'POST' as const,
    url: `${base}/repos/${encodeURI(path)}/statuses/${sha}`,
    headers: { ...headers, authorization: provider === 'gitea' ? `token ${token}` : `Bearer ${token}` },
    body: JSON.stringify({ ...fields, state, context }),
  }
}

/** Undefined: accepted. isPassing: it may be accepted later. */
async function send(call: Parameters<typeof safeFetch>[0]) {
  let answer: SafeFetchAnswer
  try {
    answer = await safeFetch(call)
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    const isPassing = error.failure === 'unreachable' || error.failure === 'timeout'
    return { text: `${error.failure} ${error.message}`.trim(), isPassing }
  }
  const { status, body } = answer
  if (status >= 200 && status < 300) return undefined
  return { text: `HTTP ${status} ${body.slice(0, 200)}`.trim(), isPassing: status >= 500 || status === 429 }
}
