import { followsRedirectsHeader } from '@fleetdeck/contract/phone-api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DownloadLimiter } from './download-limiter.ts'
import type { FileStore, StoredFileRow } from './file-store.ts'

/** Seconds until a phone retries, varied so that refused phones do not return together. */
const returnSeconds = () => 1 + Math.floor(Math.random() * 4)

/**
 * Sends a file to a phone: all of it, or the requested range (RFC 9110, 14), so that a broken transfer can continue.
 * Answers 503 with Retry-After when too many are in progress. Phones that follow redirects are sent to the storage,
 * where they reach it.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { files, downloads, row }: { files: FileStore; downloads: DownloadLimiter; row: StoredFileRow },
) {
  const link = request.headers[followsRedirectsHeader] === '1' ? await files.link(row) : undefined
  if (link) return reply.header('cache-control', 'no-store').redirect(link, 302)
  const leave = downloads.enter()
  if (!leave) return tooManyDownloads(reply)
  reply.raw.once('close', leave)
  const tag = `"${row.md5}"`
  const { range, 'if-range': condition } = request.headers
  const isSame = condition === undefined || condition === tag
  const part = range !== undefined && isSame ? parseRange(range, row.size) : undefined
  const content = part === 'outside' ? undefined : await files.open(row, part)
  reply.headers({ 'content-type': 'application/octet-stream', 'accept-ranges': 'bytes', etag: tag })
  if (part === 'outside') return reply.code(416).header('content-range', `bytes */${row.size}`).send()
  if (!part) return reply.header('content-length', row.size).send(content)
  const { start, end } = part
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${row.size}`)
    .header('content-length', end - start + 1)
    .send(content)
}

/** The phone retries; it has asked while too many files were being sent. */
export const tooManyDownloads = (reply: FastifyReply) =>
  reply.code(503).header('retry-after', returnSeconds()).send()

/** Sends a picture to a page. Its name changes with its content, so it can be cached. */
export async function sendPicture(
  reply: FastifyReply,
  { files, row, mediaType }: { files: FileStore; row: StoredFileRow; mediaType: string },
) {
  const content = await files.open(row)
  return reply
    .header('content-type', mediaType)
    .header('content-length', row.size)
    .header('content-disposition', 'inline')
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'self'")
    .header('cache-control', 'private, max-age=31536000, immutable')
    .send(content)
}

/** Undefined unless it is a single range: then the whole file is sent. */
function parseRange(header: string, size: number): { start: number; end: number } | 'outside' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end || start >= size ? 'outside' : { start, end }
}
