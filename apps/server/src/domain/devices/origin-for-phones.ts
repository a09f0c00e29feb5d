import type { FastifyRequest } from 'fastify'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'

/** The server's address in links for phones, without a slash at its end: the site's, or that of this call. */
export const originForPhones = (parameters: ParameterStore, { protocol, host }: FastifyRequest) =>
  parameters.get('sys.publicAddress').replace(/\/+$/, '') || `${protocol}://${host}`
