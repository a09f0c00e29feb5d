import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { browserProtocol, tokenProtocolPrefix } from '@fleetdeck/contract/device-socket'
import { type Language, languageOf } from '@fleetdeck/i18n/languages'

/** The unverified claims of a request. */
export interface Greeting {
  path: string
  type: string
  deviceNo: string
  language: Language
  /** The same for all sockets of one client; empty when none was named. */
  clientId: string
  speaksOurProtocol: boolean
  /** Token of a page's session. */
  sessionToken: string | undefined
  /** Token of a phone. */
  bearerToken: string | undefined
}

export function parseGreeting(request: IncomingMessage): Greeting | undefined {
  const url = URL.parse(`http://any${request.url}`)
  if (!url) return undefined
  const protocols = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((text) => text.trim())
  return {
    path: url.pathname,
    type: url.searchParams.get('type') ?? '',
    deviceNo: url.searchParams.get('deviceNo') ?? '',
    clientId: /^[\w-]{1,64}$/.exec(url.searchParams.get('clientId') ?? '')?.[0] ?? '',
    language: languageOf(url.searchParams.get('language') ?? ''),
    speaksOurProtocol: protocols.includes(browserProtocol),
    sessionToken: protocols
      .find((text) => text.startsWith(tokenProtocolPrefix))
      ?.slice(tokenProtocolPrefix.length),
    bearerToken: /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1],
  }
}

/** A page of another site must not act for the user; browsers always send a page's origin. */
export function isFromOwnSite(request: IncomingMessage, allowedOrigins: readonly string[] = []): boolean {
  const { origin, host } = request.headers
  if (!origin || !host) return false
  if (allowedOrigins.includes(origin)) return true
  const site = URL.parse(origin)
  // Parsed in the same way, so that the scheme's default port may be written or omitted.
  return site !== null && site.host === URL.parse(`${site.protocol}//${host}`)?.host
}

const statusTexts = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const
export type RejectStatus = keyof typeof statusTexts

/** Answers an upgrade with an ordinary refusal, in the envelope of every other call (spec §8). */
export function rejectUpgrade(socket: Duplex, status: RejectStatus, msg: string): void {
  const body = JSON.stringify({ code: status, msg })
  socket.end(
    `HTTP/1.1 ${status} ${statusTexts[status]}\r\n` +
      'Connection: close\r\n' +
      'Content-Type: application/json; charset=utf-8\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  socket.once('finish', () => socket.destroy())
}
