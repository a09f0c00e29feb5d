import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import { type SafeFetchAnswer, SafeFetchError, safeFetch } from '../../platform/safe-fetch/safe-fetch.ts'
import { type ProviderApi, productName, providerApi } from './provider-api.ts'
import type { StoredSource } from './script-sources.queries.ts'

export interface CommitStatus {
  state: 'pending' | 'success' | 'failure' | 'error'
  description: string
  /** The page with the result; empty if the site has no public address. */
  url: string
}

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
  const api = providerApi({ seal }, source)
  if (!api) return ''
  if (!api.hasToken) return noToken
  const call = {
    ...toCall(source.provider, api, sha, status),
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

function toCall(
  provider: StoredSource['provider'],
  { address, headers }: ProviderApi,
  sha: string,
  { state, description, url }: CommitStatus,
) {
  // GitLab knows no errors apart from failures.
  const failed = provider === 'gitlab' && (state === 'failure' || state === 'error')
  return {
    method: 'POST' as const,
    url: `${address}/statuses/${sha}`,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...(url && { target_url: url }),
      description: description.slice(0, longestDescription),
      state: failed ? 'failed' : state,
      [provider === 'gitlab' ? 'name' : 'context']: productName,
    }),
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
