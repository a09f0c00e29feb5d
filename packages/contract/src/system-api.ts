import { z } from 'zod'

/** Two forms of one document: in the envelope for the console's page, bare for other tools. */
export const systemApi = {
  document: {
    method: 'GET',
    path: '/system/tools/api/document',
    permission: 'system/tools/api',
    /** OpenAPI 3.1 in the caller's language. */
    data: z.unknown(),
  },
} as const

export const bareApiDocument = {
  method: 'GET',
  path: '/system/tools/api/json',
  permission: 'system/tools/api',
  data: z.unknown(),
} as const
