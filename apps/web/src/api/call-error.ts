import type { Envelope, RefusedPlace } from '@fleetdeck/contract/endpoint'
import { text } from '../ground/language.ts'

/**
 * refusal: the server's answer, with a code · the others are outages · network: no answer · timeout: none in time ·
 * unavailable: the server cannot answer now, or something before it answered in its place.
 */
export type CallErrorKind = 'refusal' | 'network' | 'timeout' | 'unavailable'

/** A failed call; the message is ready for display. */
export class CallError extends Error {
  readonly code: number
  readonly kind: CallErrorKind
  /** The call's name, for "copy details". */
  readonly callName: string
  /** When the server expects to answer again; undefined if it did not say. */
  readonly retryAfterSeconds: number | undefined
  /** The field of the request that was refused, such as `params.0.name`; undefined if it is not about one. */
  readonly field: string | undefined
  /** Of a refused script. */
  readonly place: RefusedPlace | undefined

  constructor(
    code: number,
    msg: string,
    {
      kind = 'refusal' as CallErrorKind,
      callName = '',
      retryAfterSeconds = undefined as number | undefined,
      field = undefined as string | undefined,
      place = undefined as RefusedPlace | undefined,
    } = {},
  ) {
    super(msg)
    this.name = 'CallError'
    this.code = code
    this.kind = kind
    this.callName = callName
    this.retryAfterSeconds = retryAfterSeconds
    this.field = field
    this.place = place
  }
}

/** Whether a call failed because the server could not be reached or cannot answer now: it has refused nothing. */
export const isOutage = (error: unknown): error is CallError =>
  error instanceof CallError && error.kind !== 'refusal'

/** The place of a refused script; undefined if the error is in a script that it imports, or none of a script. */
export const placeIn = (error: unknown, script: string): RefusedPlace | undefined =>
  error instanceof CallError && error.place?.script === script ? error.place : undefined

export const sessionEndedCode = -401
const unavailableCode = 503

/** The codes that have a fixed text (spec §8), used where the server sent none. */
export function mappedText(code: number): string {
  if (code === 401) return text('error.unauthorized')
  if (code === 403) return text('error.forbidden')
  if (code === 404) return text('error.notFound')
  if (code === 413) return text('error.tooLarge')
  if (code === sessionEndedCode) return text('error.sessionExpired')
  return text('error.unexpected')
}

/** Converts a rejection of fetch into a displayable error. An aborted call stays an AbortError. */
export function toFailure(cause: unknown, callName: string): unknown {
  if (cause instanceof CallError) return cause
  const name = cause instanceof Error ? cause.name : ''
  if (name === 'AbortError') return cause
  if (name === 'TimeoutError') return new CallError(0, text('error.timeout'), { kind: 'timeout', callName })
  return new CallError(0, text('error.network'), { kind: 'network', callName })
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * The envelope in a response.
 * @param body the parsed JSON; undefined for any other content
 * @throws CallError if the server cannot answer now, or a proxy answered in its place
 */
export function toEnvelope(status: number, body: unknown, callName: string): Envelope {
  const envelope = isObject(body) ? (body as Envelope<{ retryAfter?: unknown } | null>) : undefined
  if (envelope?.code === unavailableCode) throw unavailable(envelope, callName)
  if (envelope && status < 500) return envelope
  if (status === 413) throw new CallError(status, mappedText(status), { callName })
  throw new CallError(status, text('error.proxy', { status }), { kind: 'unavailable', callName })
}

/** Suggested where the server does not say when it expects to answer again. */
const defaultRetrySeconds = 10

function unavailable({ code, data }: Envelope<{ retryAfter?: unknown } | null>, callName: string) {
  const seconds = Math.ceil(Number(data?.retryAfter)) || defaultRetrySeconds
  const isRead = callName.startsWith('GET')
  return new CallError(code, text(isRead ? 'error.unavailable' : 'error.notSavedNow', { seconds }), {
    kind: 'unavailable',
    callName,
    retryAfterSeconds: seconds,
  })
}
