import { text } from '../ground/language.ts'

/** `server`: an answer with a code; `network` and `timeout`: no answer. */
export type CallErrorKind = 'server' | 'network' | 'timeout'

/** A call that did not succeed; the message is ready to be shown. */
export class CallError extends Error {
  readonly code: number
  readonly kind: CallErrorKind
  /** Which call, for "copy details". */
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

/** The codes that have a fixed text (spec §8); it stands in where the server sent none. */
export function mappedText(code: number): string {
  if (code === 401) return text('error.unauthorized')
  if (code === 403) return text('error.forbidden')
  if (code === 404) return text('error.notFound')
  if (code === sessionEndedCode) return text('error.sessionExpired')
  return text('error.unexpected')
}

/** What fetch rejects with, as something to show. A call that its caller gave up stays an AbortError. */
export function toFailure(cause: unknown, callName: string): unknown {
  if (cause instanceof CallError) return cause
  const name = cause instanceof Error ? cause.name : ''
  if (name === 'AbortError') return cause
  if (name === 'TimeoutError') return new CallError(0, text('error.timeout'), { kind: 'timeout', callName })
  return new CallError(0, text('error.network'), { kind: 'network', callName })
}
