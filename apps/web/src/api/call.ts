import {
  type BodyOf,
  type DataOf,
  type Endpoint,
  type Envelope,
  type ParamsOf,
  proofRequiredCode,
  type QueryOf,
  RefusedPlace,
  refusedFieldHeader,
} from '@fleetdeck/contract/endpoint'
import type { z } from 'zod'
import { isDoubtful, isReachable } from '../ground/connection.ts'
import { requestTimeoutMs } from '../ground/constants.ts'
import { currentLanguage, text } from '../ground/language.ts'
import { proofGiven } from '../ground/proof-store.ts'
import { sessionRenewed, sessionToken } from '../ground/session-store.ts'
import { activeView, returnFromView } from '../ground/view-store.ts'
import { CallError, mappedText, sessionEndedCode, toEnvelope, toFailure } from './call-error.ts'

/** Optional if all its fields are. */
type Part<Name extends string, Value> = object extends Value
  ? { [K in Name]?: Value | undefined }
  : { [K in Name]: Value }

interface CallOptions {
  signal?: AbortSignal | undefined
  /** Throw on -401 instead of waiting for a new sign-in. */
  throwSessionEnd?: boolean
}
export type Request<E extends Endpoint> = CallOptions &
  (E extends { params: z.ZodType } ? Part<'params', z.input<ParamsOf<E>>> : { params?: undefined }) &
  (E extends { query: z.ZodType } ? Part<'query', z.input<QueryOf<E>>> : { query?: undefined }) &
  (E extends { body: z.ZodType } ? Part<'body', z.input<BodyOf<E>>> : { body?: undefined })
type Arguments<E extends Endpoint> =
  object extends Request<E> ? [request?: Request<E>] : [request: Request<E>]

interface LooseRequest extends CallOptions {
  params?: unknown
  query?: unknown
  body?: unknown
}

/** Path and query; arrays are comma-joined, undefined and empty values omitted. */
export function withQuery(path: string, query: unknown): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    const written = Array.isArray(value) ? value.join(',') : value
    if (written !== undefined && written !== null && written !== '') params.set(key, String(written))
  }
  return params.size ? `${path}?${params}` : path
}

/** The path with its `:names` filled in. */
function fillPath(path: string, params: unknown): string {
  const fill = (filled: string, [name, value]: [string, unknown]) =>
    filled.replace(`:${name}`, encodeURIComponent(String(value)))
  return Object.entries(params ?? {}).reduce(fill, path)
}

/** Headers of every call (spec §7); public calls carry no token. */
export function buildHeaders(endpoint: Endpoint, token: string): Record<string, string> {
  const headers: Record<string, string> = { languageSelect: currentLanguage() }
  if (endpoint.permission !== 'public' && token) headers.Authorization = `Bearer ${token}`
  return headers
}

/** An envelope with the subject of a refusal. */
export interface Answer extends Envelope {
  field?: string
}

/** A read on a dead connection is given up, which closes it, and sent again. */
const doubtfulReads = { limitMs: 10_000, tries: 2 }

async function exchange(endpoint: Endpoint, request: LooseRequest, token: string): Promise<Answer> {
  if (endpoint.method !== 'GET') await requireConnection(`${endpoint.method} ${endpoint.path}`)
  else
    for (let tries = 0; tries < doubtfulReads.tries && isDoubtful(); tries += 1)
      try {
        return await send(endpoint, request, { token, limitMs: doubtfulReads.limitMs })
      } catch (error) {
        const isOwnLimit = error instanceof CallError && error.kind === 'timeout' && !request.signal?.aborted
        if (!isOwnLimit) throw error
      }
  return send(endpoint, request, { token, limitMs: requestTimeoutMs })
}

interface SendOptions {
  token: string
  limitMs: number
}

async function send(endpoint: Endpoint, request: LooseRequest, options: SendOptions): Promise<Answer> {
  const callName = `${endpoint.method} ${endpoint.path}`
  const hasBody = request.body !== undefined
  const timeout = AbortSignal.timeout(options.limitMs)
  try {
    const response = await fetch(withQuery(fillPath(endpoint.path, request.params), request.query), {
      method: endpoint.method,
      headers: {
        ...buildHeaders(endpoint, options.token),
        ...(hasBody && { 'Content-Type': 'application/json' }),
      },
      body: hasBody ? JSON.stringify(request.body) : null,
      signal: request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
    })
    return await readEnvelope(response, callName)
  } catch (cause) {
    throw toFailure(cause, callName)
  }
}

/** Nothing is sent while the server is known to be away, so that it is known that nothing was changed. */
export async function requireConnection(callName: string): Promise<void> {
  if (!(await isReachable())) throw new CallError(0, text('error.notSent'), { kind: 'network', callName })
}

/** The envelope in a response; a response without one is a CallError. */
export async function readEnvelope(response: Response, callName: string): Promise<Answer> {
  const isJson = response.headers.get('content-type')?.includes('json')
  const envelope = toEnvelope(response.status, isJson ? await response.json() : undefined, callName)
  return { ...envelope, ...fieldIn(response.headers.get(refusedFieldHeader)) }
}

/** The field that a refusal names, from its header. */
export const fieldIn = (header: string | null): Pick<Answer, 'field'> =>
  header ? { field: decodeURIComponent(header) } : {}

/** Throws unless the code is 0 or missing (spec §8). */
export function unwrapData({ code = 0, msg, data, field }: Partial<Answer>, callName: string): unknown {
  if (code === 0) return data
  const place = RefusedPlace.safeParse(data).data
  throw new CallError(code, msg || mappedText(code), { callName, field, place })
}

/**
 * Runs `send` with the token. If the session has ended, waits for a new sign-in and runs it once more; likewise if the
 * user has to prove who they are. If a view has ended, returns to the viewer's own session.
 * @throws AbortError if the user does not prove it
 */
export async function withSession(
  send: (token: string) => Promise<Answer>,
  throwSessionEnd = false,
): Promise<Answer> {
  const token = sessionToken()
  let envelope = await send(token)
  if (envelope.code === proofRequiredCode) {
    await proofGiven()
    envelope = await send(sessionToken())
  }
  if (envelope.code !== sessionEndedCode) return envelope
  if (token === activeView?.token) return returnFromView()
  if (throwSessionEnd) return envelope
  await sessionRenewed(token)
  return send(sessionToken())
}

/** The same in another session than this page's, without waiting for a sign-in. */
export async function callAs<E extends Endpoint>(
  token: string,
  endpoint: E,
  ...[request = {} as Request<E>]: Arguments<E>
): Promise<DataOf<E>> {
  const envelope = await exchange(endpoint, request, token)
  return unwrapData(envelope, `${endpoint.method} ${endpoint.path}`) as DataOf<E>
}

/** Makes one call of the contract; anything but code 0 throws a CallError. */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[request = {} as Request<E>]: Arguments<E>
): Promise<DataOf<E>> {
  const envelope = await withSession(
    (token) => exchange(endpoint, request, token),
    endpoint.permission === 'public' || request.throwSessionEnd,
  )
  return unwrapData(envelope, `${endpoint.method} ${endpoint.path}`) as DataOf<E>
}
