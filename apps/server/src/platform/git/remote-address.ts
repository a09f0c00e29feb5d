import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isInner, mayCall } from '../safe-fetch/private-addresses.ts'
import { GitError } from './git-program.ts'

/** Where a repository is, with the addresses of its server that were checked. */
export interface RemoteAddress {
  /** As git takes it. */
  url: string
  protocol: 'http' | 'https' | 'ssh'
  host: string
  port: number
  addresses: string[]
}

const ports = { http: 80, https: 443, ssh: 22 }

/** `git@host:path` is short for `ssh://git@host/path`. */
function toUrl(address: string): URL {
  const short = /^([\w.-]+@[\w.-]+):(?!\/\/)(.+)$/.exec(address)
  const text = short ? `ssh://${short[1]}/${short[2]?.replace(/^\/+/, '')}` : address
  if (!URL.canParse(text)) throw new GitError('other', address)
  return new URL(text)
}

/**
 * Looks up the server of a repository. Servers that are not public are refused; git connects to the returned addresses,
 * whatever the name resolves to later.
 * @param allowed private networks that may be called nevertheless
 */
export async function findRemote(address: string, allowed: string): Promise<RemoteAddress> {
  const url = toUrl(address)
  const protocol = url.protocol.slice(0, -1)
  if (protocol !== 'http' && protocol !== 'https' && protocol !== 'ssh') throw new GitError('other', address)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const found = isIP(host)
    ? [host]
    : (await lookup(host, { all: true }).catch(unresolved)).map((each) => each.address)
  if (!found.every((each) => mayCall(each, allowed))) throw new GitError('addressPrivate', host)
  if (protocol === 'http' && !found.every(isInner)) throw new GitError('plainHttp', host)
  return { url: url.href, protocol, host, port: Number(url.port || ports[protocol]), addresses: found }
}

function unresolved(error: NodeJS.ErrnoException): never {
  throw new GitError('unreachable', error.code ?? error.message)
}
