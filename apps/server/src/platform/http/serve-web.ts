import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { guestPagePath } from '@fleetdeck/contract/guest-page'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { PackedFiles } from './packed-files.ts'

/** For how long the page is taken from memory before it is read again; a new build may replace it. */
const readAgainMs = 1000

const webFolder = fileURLToPath(new URL('../../../../web/dist', import.meta.url))

/** A file of the build; without parts such as `..`. */
const assetName = /^assets(\/[\w-][\w.-]*)+$/

const anyAddress: Endpoint = { method: 'GET', path: '/*', permission: 'public', data: z.unknown() }

/** In memory: everybody requests it, and reading it would wait for all other reads and writes. */
async function keepPage(name: string) {
  const file = `${webFolder}/${name}`
  let [html, readAt] = [await readFile(file), performance.now()]
  return async () => {
    if (performance.now() - readAt > readAgainMs) {
      readAt = performance.now()
      html = await readFile(file).catch(() => html)
    }
    return html
  }
}

interface Framing {
  /** Sites whose pages may embed the page of a guest link. */
  framers(publicId: string): Promise<string[]>
}

const guestPage = new RegExp(`^${guestPagePath.slice(1)}([\\w-]{1,64})$`)

/** Only the sites that its link names may embed a page for guests; others not even the console's own pages. */
async function frameGuestPage(reply: FastifyReply, publicId: string, { framers }: Framing): Promise<void> {
  // The page itself reports an outage.
  const sites = await framers(publicId).catch(() => [])
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  const ancestors = `frame-ancestors ${sites.length > 0 ? sites.join(' ') : "'none'"}`
  reply.header('content-security-policy', policy.replace(/frame-ancestors [^;]*/, ancestors))
  // It can only name one site, and browsers follow the policy.
  reply.removeHeader('x-frame-options')
}

/**
 * The built console: files by name, and its page for every other address that a browser requests. The one at the
 * address of the sign-in page is the same with fields in it.
 */
export async function serveWeb(app: FastifyInstance, framing: Framing): Promise<void> {
  if (!existsSync(`${webFolder}/index.html`)) return
  const page = await keepPage('index.html')
  // An older build, which a development server may find, has none.
  const signInPage = existsSync(`${webFolder}/sign-in.html`) ? await keepPage('sign-in.html') : page
  const packed = new PackedFiles(webFolder, 'assets')
  await app.register(fastifyStatic, {
    root: webFolder,
    serve: false,
    etag: true,
    cacheControl: false,
    preCompressed: true,
  })
  const sendAsset = async (name: string, request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    const file = await packed.unpack(name, request.headers['accept-encoding'])
    if (!file) return reply.sendFile(name)
    if (file.encoding) reply.header('content-encoding', file.encoding)
    return reply.header('vary', 'accept-encoding').type(file.type).send(file.bytes)
  }
  app.get('/*', { config: { endpoint: anyAddress } }, async (request, reply) => {
    const name = (request.params as { '*': string })['*']
    if (assetName.test(name)) return sendAsset(name, request, reply)
    if (/^[\w-]+\.\w+$/.test(name) && existsSync(`${webFolder}/${name}`))
      return reply.header('cache-control', 'no-cache').sendFile(name)
    if (name !== '' && (name.startsWith('assets/') || !request.headers.accept?.includes('text/html')))
      return reply.callNotFound()
    const publicId = guestPage.exec(name)?.[1]
    if (publicId !== undefined) await frameGuestPage(reply, publicId, framing)
    const html = await (name === 'login' ? signInPage() : page())
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html)
  })
}
