import type { Deps } from '../../deps.ts'
import type { StoredSource } from './script-sources.queries.ts'
import { openedSecrets } from './sealed-source.ts'
import { apiBase, webPlace } from './source-address.ts'

/** The name that calls and commit statuses have. */
export const productName = 'fleetdeck'

export interface ProviderApi {
  /** Of the repository, without a slash at its end. */
  address: string
  headers: Record<string, string>
  hasToken: boolean
}

/** The repository in the API of its provider; undefined: there is none, or it is not known. */
export function providerApi({ seal }: Pick<Deps, 'seal'>, source: StoredSource): ProviderApi | undefined {
  const { provider } = source
  const [base, path] = [apiBase(source), webPlace(source.address)?.path]
  if (base === undefined || path === undefined) return undefined
  const { secret, apiToken } = openedSecrets(seal, source)
  // The token of the repository is for the repository's own server.
  const token = apiToken || (source.authKind === 'token' && source.apiAddress === '' ? secret : '')
  const scheme = provider === 'gitea' ? 'token' : 'Bearer'
  const proof: Record<string, string> =
    provider === 'gitlab' ? { 'private-token': token } : { authorization: `${scheme} ${token}` }
  return {
    address:
      provider === 'gitlab'
        ? `${base}/projects/${encodeURIComponent(path)}`
        : `${base}/repos/${encodeURI(path)}`,
    headers: { accept: 'application/json', 'user-agent': productName, ...(token && proof) },
    hasToken: token !== '',
  }
}
