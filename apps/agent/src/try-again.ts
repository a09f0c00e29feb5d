import { type Message, say, TerminalError } from '@fleetdeck/i18n/terminal'
import { type BackOff, backOffMs, pause } from './back-off.ts'

/** The other side cannot answer now; the same request may succeed later. */
export class TryLater extends TerminalError {
  /** When the other side accepts the next request. */
  readonly afterMs: number | undefined

  constructor(message: Message, afterMs?: number) {
    super(message)
    this.afterMs = afterMs
  }
}

/** Before another try: why, and which one out of how many. Without a count, the other side said when to return. */
export type OnAgain = (reason: Error, count?: { next: number; most: number }) => void

export interface Patience {
  again?: OnAgain | undefined
  /** Grows when something arrived: the next failure then counts as the first. */
  progress?: () => number
  /** By default any that may pass: of the network, or of a server that is down or busy. */
  isPassing?: (error: unknown) => boolean
  backOff?: BackOff
  /** How long to try, instead of a number of failures. */
  limitMs?: number
  /** Ends the tries: the last failure is final then. */
  signal?: AbortSignal
}

/** Failures in a row, the last of them final. The waits between them add up to less than a minute. */
const maxTries = 8
const defaultBackOff: BackOff = { firstMs: 500, limitMs: 15_000 }
/** A side that says when to return is asked this often, as in a queue; the waits are limited. */
const maxWaits = 200
const longestWaitMs = 30_000
/** Those that were sent away together do not return together. */
const spread = 0.5
const never = new AbortController().signal

/**
 * Repeats what fails for a passing reason, at growing intervals. Any other failure is final, and so is the eighth in a
 * row, or the first after the time limit.
 */
export async function tryAgain<T>(work: () => Promise<T>, patience: Patience = {}): Promise<T> {
  const { progress = () => 0, signal = never } = patience
  const count = { failures: 0, waits: 0 }
  const startedAt = performance.now()
  for (;;) {
    const before = progress()
    try {
      return await work()
    } catch (error) {
      if (progress() > before) count.failures = 0
      const passedMs = performance.now() - startedAt
      const waitMs = nextWait(error, { count, passedMs }, patience)
      if (waitMs === undefined) throw error
      await pause(waitMs, signal)
      if (signal.aborted) throw error
    }
  }
}

/** Undefined when the failure is final. */
function nextWait(
  error: unknown,
  { count, passedMs }: { count: { failures: number; waits: number }; passedMs: number },
  { again, isPassing = mayPass, backOff = defaultBackOff, limitMs }: Patience,
): number | undefined {
  if (!(error instanceof Error) || !isPassing(error)) return undefined
  const requested = requestedWait(error)
  if (limitMs !== undefined) {
    if (passedMs >= limitMs) return undefined
    if (count.failures++ === 0) again?.(error)
    return Math.min(requested ?? backOffMs(backOff, count.failures - 1), limitMs - passedMs)
  }
  if (requested !== undefined) {
    if (count.waits === 0) again?.(error)
    return ++count.waits > maxWaits ? undefined : requested
  }
  if (++count.failures >= maxTries) return undefined
  again?.(error, { next: count.failures + 1, most: maxTries })
  return backOffMs(backOff, count.failures - 1)
}

/** How long to wait as the other side requests it, in ms; undefined if it does not. */
export function requestedWait(error: unknown): number | undefined {
  if (!(error instanceof TryLater) || error.afterMs === undefined) return undefined
  return Math.min(longestWaitMs, error.afterMs) * (1 + spread * Math.random())
}

/** Statuses of a server that is down, busy or slow. */
const isPassingStatus = (status: number) => status >= 500 || status === 429 || status === 408

/**
 * Throws TryLater for an answer that may differ later: 5xx, 429 and 408, with the time in Retry-After (RFC 9110,
 * 10.2.3).
 */
export async function refusePassing(response: Response): Promise<void> {
  const { status, headers } = response
  if (!isPassingStatus(status)) return
  const msg = await readReason(response)
  throw new TryLater(msg || say('agent.http', { status }), parseRetryAfter(headers.get('retry-after')))
}

/** The sentence of our server's envelope, if that is the answer. */
async function readReason(response: Response): Promise<string | undefined> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) {
    await response.body?.cancel()
    return undefined
  }
  const answer = (await response.json().catch(() => undefined)) as { msg?: unknown } | undefined
  return typeof answer?.msg === 'string' ? answer.msg : undefined
}

/** Seconds, or a date. */
function parseRetryAfter(text: string | null): number | undefined {
  if (!text) return undefined
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(1000, ms)
}

/** A retry does not help for a name that does not exist or a wrong certificate. */
const lastingCode = /^ENOTFOUND$|^ERR_|^EPROTO$|CERT|VERIFY/

/** Whether it is TryLater, a time-out, or fetch's failure for a broken or refused connection. */
export function mayPass(error: unknown): boolean {
  if (error instanceof TryLater) return true
  if (!(error instanceof Error)) return false
  if (error.name === 'TimeoutError') return true
  const { code = '' } = (error.cause ?? {}) as NodeJS.ErrnoException
  return error instanceof TypeError && error.cause !== undefined && !lastingCode.test(code)
}
