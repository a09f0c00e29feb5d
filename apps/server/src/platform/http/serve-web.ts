import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { Endpoint } from '@fleetdeck/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

const webFolder = fileURLToPath(new URL('../../../../web/dist', import.meta.url))

/** A file of the build; without parts such as `..`. */
const assetName = /^assets(\/[\w-][\w.-]*)+$/

const page: Endpoint = { method: 'GET', path: '/*', permission: 'public', data: z.unknown() }

/** The built console: files by name, and its single page for every other address that a browser requests. */
export async function serveWeb(app: FastifyInstance): Promise<void> {
  if (!existsSync(`${webFolder}/index.html`)) return
  await app.register(fastifyStatic, {
    root: webFolder,
    serve: false,
    etag: true,
    cacheControl: false,
    preCompressed: true,
  })
  app.get('/*', { config: { endpoint: page } }, async (request, reply) => {
    const name = (request.params as { '*': string })['*']
    if (assetName.test(name))
      return reply.header('cache-control', 'public, max-age=31536000, immutable').sendFile(name)
    if (/^[\w-]+\.\w+$/.test(name) && existsSync(`${webFolder}/${name}`))
      return reply.header('cache-control', 'no-cache').sendFile(name)
    if (name.startsWith('assets/') || !request.headers.accept?.includes('text/html'))
      return reply.callNotFound()
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
