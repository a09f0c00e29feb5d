import type { FastifyRequest } from 'fastify'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'

/** The public address of the site in links for phones, without a slash at its end; empty when the site has none. */
export const publicOrigin = (parameters: ParameterStore) =>
  parameters.get('sys.publicAddress').replace(/\/+$/, '')

/** The server's address in links for phones, without a slash at its end: the site's, or that of this call. */
export const originForPhones = (parameters: ParameterStore, { protocol, host }: FastifyRequest) =>
  publicOrigin(parameters) || `${protocol}://${host}`
