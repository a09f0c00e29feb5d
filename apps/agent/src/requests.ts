import { followsRedirectsHeader } from '@fleetdeck/contract/phone-api'
import { say, TerminalError } from '@fleetdeck/i18n/terminal'

const redirects = new Set([301, 302, 303, 307, 308])
const maxRedirects = 5

/** @param path of a socket of the server, with its query */
export function socketAddress(path: string, server: URL): URL {
  const address = new URL(path, server)
  address.protocol = server.protocol === 'https:' ? 'wss:' : 'ws:'
  return address
}

type Headers = Record<string, string>

/** A call with a secret. It is not redirected: that would take the secret to another address. */
export async function callServer(address: URL, init: RequestInit): Promise<Response> {
  const response = await fetch(address, { ...init, redirect: 'manual' })
  const goal = redirectGoal(response, address)
  if (!goal) return response
  await response.body?.cancel()
  throw new TerminalError(
    say('agent.redirected', { from: address.origin, to: `${goal.origin}${goal.pathname}` }),
  )
}

/**
 * Requests a file and follows redirects.
 * @param headersFor only asked for addresses of the first one's origin: no other gets its secrets
 */
export async function requestFile(
  address: URL,
  {
    headersFor,
    headers,
    signal,
  }: { headersFor: (address: URL) => Headers; headers: Headers; signal: AbortSignal },
): Promise<Response> {
  let next = address
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const own = next.origin === address.origin ? { ...headersFor(next), [followsRedirectsHeader]: '1' } : {}
    const response = await fetch(next, { headers: { ...own, ...headers }, redirect: 'manual', signal })
    const goal = redirectGoal(response, next)
    if (!goal) return response
    await response.body?.cancel()
    if (!/^https?:$/.test(goal.protocol)) throw new Error(`${next.origin} redirects to ${goal.protocol}`)
    next = goal
  }
  throw new Error(`${address.origin} redirects too often`)
}

function redirectGoal({ status, headers }: Response, from: URL): URL | undefined {
  const location = redirects.has(status) ? headers.get('location') : null
  if (location === null) return undefined
  if (!URL.canParse(location, from)) throw new Error(`${from.origin} redirects to no address`)
  return new URL(location, from)
}
