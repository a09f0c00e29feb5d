import type { IncomingMessage } from 'node:http'

/**
 * Phones that can keep no header keep their key in the address of the server: https://HOST/phone/KEY. A call to
 * /phone/KEY/rapi/heartbeat is one to /rapi/heartbeat with the key as its bearer token.
 */
const keyed = /^\/phone\/([\w-]{20,200})(\/(?:rapi|openapi)\/.*)$/

export const keyedPath = (key: string) => `/phone/${key}`

/** The path of the call without a key, which moves to its header. */
export function takeKeyFromPath(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const [, key, path] = keyed.exec(request.url ?? '') ?? []
  if (key === undefined || path === undefined) return request.url ?? '/'
  request.headers.authorization = `Bearer ${key}`
  return path
}
