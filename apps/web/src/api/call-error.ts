import { text } from '../ground/language.ts'

/** `server`: a response with a code; `network` and `timeout`: no response. */
export type CallErrorKind = 'server' | 'network' | 'timeout'

/** A failed call; the message is ready for display. */
export class CallError extends Error {
  readonly code: number
  readonly kind: CallErrorKind
  /** The call's name, for "copy details". */
  readonly callName: string

  constructor(code: number, msg: string, { kind = 'server' as CallErrorKind, callName = '' } = {}) {
    super(msg)
    this.name = 'CallError'
    this.code = code
    this.kind = kind
    this.callName = callName
  }
}

export const sessionEndedCode = -401

/** The codes that have a fixed text (spec §8), used where the server sent none. */
export function mappedText(code: number): string {
  if (code === 401) return text('error.unauthorized')
  if (code === 403) return text('error.forbidden')
  if (code === 404) return text('error.notFound')
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
