import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'

const endpoint = {
  method: 'GET',
  path: '/system/tools/api/json',
  permission: 'system/tools/api',
  data: z.unknown(),
} as const

/** The OpenAPI document, made from the same contracts that check the calls. */
export async function openApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'fleetdeck', version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
  })
  app.get(endpoint.path, { config: { endpoint }, schema: { hide: true } }, async () => app.swagger())
}
