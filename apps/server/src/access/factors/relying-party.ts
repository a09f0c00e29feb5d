import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/core/app-error.ts'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'

/** For which passkeys are made: WebAuthn's relying party. */
export interface RelyingParty {
  /** The host name. Passkeys of another one are lost, so that it is never taken from a request. */
  id: string
  name: string
  /** Of the console's pages. */
  origin: string
}

const local = 'localhost'

/**
 * The host name for which passkeys are made: of the public address if that is https and has a name, `localhost` for a site
 * without a public address; else empty, as browsers make no passkeys there.
 */
export function passkeyHost(parameters: ParameterStore): string {
  const address = parameters.get('sys.publicAddress')
  if (address === '') return local
  const { protocol, hostname } = new URL(address)
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  return isNamed && (protocol === 'https:' || hostname === local) ? hostname : ''
}

/** Throws passkeysClosed where browsers make no passkeys. */
export function relyingParty(parameters: ParameterStore, request: FastifyRequest): RelyingParty {
  const id = passkeyHost(parameters)
  if (id === '') throw new AppError('passkeysClosed')
  const name = parameters.get('sys.title') || 'Fleetdeck'
  const origin = id === local ? localOrigin(request) : new URL(parameters.get('sys.publicAddress')).origin
  return { id, name, origin }
}

/** On this machine the port may be any. */
function localOrigin({ headers: { origin = '' } }: FastifyRequest): string {
  return URL.canParse(origin) && new URL(origin).hostname === local ? origin : `http://${local}`
}
