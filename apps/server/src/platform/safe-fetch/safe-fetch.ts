import { lookup } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { mayCall } from './private-addresses.ts'

export type CallFailure =
  | 'badAddress'
  | 'privateAddress'
  | 'unreachable'
  | 'timeout'
  | 'tooManyRedirects'
  | 'tooLarge'

/** Why there was no response; the message has details, such as the address or the system's error. */
export class SafeFetchError extends Error {
  readonly failure: CallFailure

  constructor(failure: CallFailure, message = '') {
    super(message)
    this.failure = failure
  }
}

export interface SafeFetchOptions {
  method: 'GET' | 'POST'
  /** http or https. */
  url: string
  headers?: Record<string, string>
  body?: string
  /** Private networks that may be called nevertheless, from the parameter `sys.outgoing.privateNetworks`. */
  allowed: string
  timeoutMs?: number
  /** Of the answer; 1 MB by default. */
  limitBytes?: number
}

type AnswerHeaders = NodeJS.Dict<string[]>
export interface SafeFetchAnswer {
  status: number
  body: string
}
export interface FullFetchAnswer extends SafeFetchAnswer {
  headers: AnswerHeaders
}
export interface SafeFetchedFile {
  status: number
  headers: AnswerHeaders
  content: Buffer
}

const defaultTimeoutMs = 10_000
const maxRedirects = 3
const maxBytes = 1024 * 1024
const redirects = [301, 302, 303, 307, 308]
/** Only for the first server, not for redirects. */
const personal = /^(authorization|cookie|private-token|proxy-authorization)$/i

/**
 * Calls an external server on behalf of a user. Addresses that are not public are refused: literal ones, those that a
 * name resolves to when connecting, and redirect targets.
 * @throws SafeFetchError
 */
export async function safeFetch(call: SafeFetchOptions): Promise<FullFetchAnswer> {
  const { content, ...answer } = await followed(call, call.limitBytes ?? maxBytes)
  return { ...answer, body: content.toString('utf8') }
}

/** Fetches a file in the same way; a larger one is refused as tooLarge. */
export const safeFetchFile = (
  { url, allowed, timeoutMs }: Pick<SafeFetchOptions, 'url' | 'allowed' | 'timeoutMs'>,
  limitBytes: number,
): Promise<SafeFetchedFile> =>
  followed({ method: 'GET', url, allowed, ...(timeoutMs && { timeoutMs }) }, limitBytes)

/** The arguments that libraries give to their `fetch`; the body is a text or a form. */
export interface FetchInit {
  method?: string
  headers?: Record<string, string>
  body?: unknown
  signal?: AbortSignal | undefined
}

/**
 * `fetch` for libraries that call an address which users chose: guarded in the same way, redirects are not followed.
 */
export const guardedFetch =
  (allowed: () => string) =>
  async (url: string, { method, headers = {}, body, signal }: FetchInit): Promise<Response> => {
    const call = {
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers,
      allowed: allowed(),
      ...(body !== undefined && body !== null && { body: String(body) }),
    } as const
    const limit = AbortSignal.timeout(defaultTimeoutMs)
    const answer = await once(call, signal ? AbortSignal.any([signal, limit]) : limit, maxBytes)
    const { status, headers: answered, content } = answer
    const lines = Object.entries(answered).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    )
    return new Response(content.length ? new Uint8Array(content) : null, { status, headers: lines })
  }

async function followed(call: SafeFetchOptions, limitBytes: number): Promise<SafeFetchedFile> {
  const signal = AbortSignal.timeout(call.timeoutMs ?? defaultTimeoutMs)
  let next = { ...call, headers: call.headers ?? {} }
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const { location, ...answer } = await once(next, signal, limitBytes)
    const goal = redirects.includes(answer.status) ? location : undefined
    if (goal === undefined) return answer
    next = redirected(next, answer.status, goal)
  }
  throw new SafeFetchError('tooManyRedirects', next.url)
}

/** The address, if it is allowed as far as can be checked without resolving its name. */
function checkedUrl(text: string, allowed: string): URL {
  if (!URL.canParse(text)) throw new SafeFetchError('badAddress', text)
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new SafeFetchError('badAddress', url.origin)
  const host = bareHost(url)
  if (isIP(host) && !mayCall(host, allowed)) throw new SafeFetchError('privateAddress', host)
  return url
}

/** Also checks what the name resolves to now; a name that cannot be resolved passes. */
export async function checkPublicAddress(text: string, allowed: string): Promise<void> {
  const host = bareHost(checkedUrl(text, allowed))
  await new Promise<void>((resolve, reject) =>
    publicLookup(allowed)(host, { all: true }, (error) =>
      error instanceof SafeFetchError ? reject(error) : resolve(),
    ),
  )
}

/**
 * For libraries with an HTTP client of their own: agents that resolve names as safeFetch does. A literal address is not
 * resolved, so `checkPublicAddress` comes first.
 */
export function guardedAgents(allowed: string): { httpAgent: http.Agent; httpsAgent: https.Agent } {
  const options = { keepAlive: true, lookup: publicLookup(allowed) }
  return { httpAgent: new http.Agent(options), httpsAgent: new https.Agent(options) }
}

const bareHost = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

/** Resolves the name for the connection itself: the checked address is the one connected to. */
function publicLookup(allowed: string): LookupFunction {
  return (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      const inner = found.find(({ address }) => !mayCall(address, allowed))
      // Callers do not learn what names within a private network resolve to.
      if (inner) return done(new SafeFetchError('privateAddress', host), [])
      if (options.all) return done(null, found)
      return done(null, found[0]?.address ?? '', found[0]?.family)
    })
}

type Hop = SafeFetchOptions & { headers: Record<string, string> }

function redirected(call: Hop, status: number, goal: string): Hop {
  if (!URL.canParse(goal, call.url)) throw new SafeFetchError('badAddress', goal)
  const url = new URL(goal, call.url)
  const isSame = url.origin === new URL(call.url).origin
  const headers = Object.fromEntries(
    Object.entries(call.headers).filter(([name]) => isSame || !personal.test(name)),
  )
  const { body, ...rest } = call
  // 307 and 308 repeat the call; after the others the target is only fetched (RFC 9110, 15.4).
  if (status >= 307) return { ...call, url: url.href, headers }
  return { ...rest, method: 'GET', url: url.href, headers }
}

interface HopAnswer extends SafeFetchedFile {
  location: string | undefined
}

function once(call: Hop, signal: AbortSignal, limitBytes: number) {
  const url = checkedUrl(call.url, call.allowed)
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise<HopAnswer>((resolve, reject) => {
    const fail = (error: Error) => reject(toFailure(error, signal))
    const sent = request(
      url,
      {
        method: call.method,
        headers: {
          ...call.headers,
          ...(call.body !== undefined && { 'content-length': Buffer.byteLength(call.body) }),
        },
        lookup: publicLookup(call.allowed),
        signal,
        agent: false,
      },
      (response) => {
        const { statusCode: status = 0, headers } = response
        readBody(response, limitBytes).then(
          (content) =>
            resolve({
              status,
              content,
              location: headers.location,
              headers: response.headersDistinct,
            }),
          fail,
        )
      },
    )
    sent.on('error', fail)
    sent.end(call.body)
  })
}

async function readBody(response: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    if (size > limitBytes) {
      response.destroy()
      throw new SafeFetchError('tooLarge')
    }
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function toFailure(error: Error, signal: AbortSignal): SafeFetchError {
  if (error instanceof SafeFetchError) return error
  if (signal.aborted) return new SafeFetchError('timeout')
  return new SafeFetchError('unreachable', (error as NodeJS.ErrnoException).code ?? error.message)
}
