import { z } from 'zod'

const permission = 'system/tools/api'
const query = z.strictObject({ language: z.enum(['zhcn', 'zhtw', 'en']).optional() })

/** The documents for the console's page. */
export const systemApi = {
  /** OpenAPI 3.1 in the caller's language. */
  document: { method: 'GET', path: '/system/tools/api/document', permission, data: z.unknown() },
  /** The sockets: AsyncAPI 3.0. */
  sockets: { method: 'GET', path: '/system/tools/api/sockets', permission, data: z.unknown() },
} as const

/** The same without the envelope, for other tools; in the language of the query, or of the caller. */
export const bareApiDocument = {
  method: 'GET',
  path: '/system/tools/api/json',
  permission,
  query,
  media: 'application/json',
  data: z.unknown(),
} as const

export const bareSocketDocument = {
  method: 'GET',
  path: '/system/tools/api/sockets/json',
  permission,
  query,
  media: 'application/json',
  data: z.unknown(),
} as const
