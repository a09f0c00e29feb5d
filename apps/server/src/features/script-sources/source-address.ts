import type { ScriptSource } from '@fleetdeck/contract/script-sources'

type Named = Pick<ScriptSource, 'address' | 'provider' | 'apiAddress'>

interface WebPlace {
  /** Of the provider's pages. */
  origin: string
  /** Such as `owner/repository`. */
  path: string
}

/** The provider's pages of a repository; they are assumed at the same host over HTTPS if git connects over SSH. */
export function webPlace(address: string): WebPlace | undefined {
  const short = /^[\w.-]+@([\w.-]+):(?!\/\/)(.+)$/.exec(address)
  const text = short ? `ssh://${short[1]}/${short[2]}` : address
  if (!URL.canParse(text)) return undefined
  const { protocol, host, hostname, pathname } = new URL(text)
  const path = pathname
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.git$/, '')
    .split('/')
    .map(decodeURIComponent)
    .join('/')
  return { origin: protocol === 'ssh:' ? `https://${hostname}` : `${protocol}//${host}`, path }
}

/** The provider's page of a commit; empty if it is not known. */
export function commitPage({ address, provider }: Named, sha: string): string {
  const place = webPlace(address)
  if (!place || provider === 'other') return ''
  return `${place.origin}/${encodeURI(place.path)}/${provider === 'gitlab' ? '-/' : ''}commit/${sha}`
}

const apiPaths = { github: '/api/v3', gitlab: '/api/v4', gitea: '/api/v1' }

/** The address of the provider's API, without a slash at its end; undefined if it is not known. */
export function apiBase({ address, provider, apiAddress }: Named): string | undefined {
  if (provider === 'other') return undefined
  if (apiAddress !== '') return apiAddress.replace(/\/+$/, '')
  const origin = webPlace(address)?.origin
  if (origin === 'https://github.com') return 'https://api.github.com'
  return origin && origin + apiPaths[provider]
}

/** The server that gets the secret of a repository. */
export const serverOf = (address: string) => webPlace(address)?.origin ?? address
