/** Why the database does nothing now; a later try may succeed. */
export type AwayReason =
  /** Refuses connections, does not answer, or restarts. */
  | 'silent'
  /** All its connections are used, or a statement took too long. */
  | 'busy'
  /** Reads only: a standby, or so configured. */
  | 'readOnly'
  /** Its disk or memory is full. */
  | 'full'

/** The database could not be asked; nothing was changed. */
export class DatabaseAway extends Error {
  readonly reason: AwayReason

  constructor(reason: AwayReason, cause?: unknown) {
    super(`The database is ${reason}`, { cause })
    this.reason = reason
  }
}

/** SQLSTATE codes, or the first two characters of a class (PostgreSQL manual, appendix A). */
const states: Record<string, AwayReason> = {
  '08': 'silent',
  '57P01': 'silent',
  '57P02': 'silent',
  '57P03': 'silent',
  '57P05': 'silent',
  '58': 'silent',
  '25P03': 'busy',
  '53300': 'busy',
  '53400': 'busy',
  '55P03': 'busy',
  '57014': 'busy',
  '53100': 'full',
  '53200': 'full',
  '25006': 'readOnly',
  ECONNREFUSED: 'silent',
  ECONNRESET: 'silent',
  ENOTFOUND: 'silent',
  EAI_AGAIN: 'silent',
  EPIPE: 'silent',
  ETIMEDOUT: 'silent',
  EHOSTUNREACH: 'silent',
  ENETUNREACH: 'silent',
}

/** Errors without a code that says it; of pg 8, client.js and pg-pool. */
const messages: [RegExp, AwayReason][] = [
  [/^Connection terminated|connection error and is not queryable|^Client was closed/, 'silent'],
  [/timeout exceeded when trying to connect|^timeout expired/, 'busy'],
  [/^Query read timeout/, 'busy'],
  // PostgreSQL 15 gives some failures of its own files no code of class 58 or 53 (elog in relcache.c and others).
  [/^could not (write|read|open|create|extend|rename|fsync|close) .*\bfile\b/, 'silent'],
]

/** Undefined for every other failure, such as a violated constraint. */
export function awayReason(error: unknown): AwayReason | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    if (each instanceof DatabaseAway) return each.reason
    const { code } = each as { code?: unknown }
    const known = typeof code === 'string' ? (states[code] ?? states[code.slice(0, 2)]) : undefined
    if (known) return known
    const { message } = each
    const said = messages.find(([words]) => words.test(message))
    if (said) return said[1]
  }
  return undefined
}
