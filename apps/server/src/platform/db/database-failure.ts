/** Why the embedded database cannot be used. `other` is explained by the detail alone. */
export type FailureKind = 'full' | 'unwritable' | 'damaged' | 'removed' | 'other'

/** The failure that the database's thread reports; it can be sent between threads. */
export interface FailureReport {
  kind: FailureKind
  detail: string
}

/** The embedded database in `folder` cannot be opened, or has ended. */
export class DatabaseFailure extends Error {
  readonly kind: FailureKind
  readonly folder: string

  constructor({ kind, detail }: FailureReport, folder: string) {
    super(detail)
    this.kind = kind
    this.folder = folder
  }
}

/** The error that is thrown to find a damaged file before PostgreSQL does. */
export class DamagedFile extends Error {}

const signs: [FailureKind, RegExp][] = [
  ['full', /No space left on device|ENOSPC|quota exceeded|EDQUOT/i],
  ['unwritable', /Read-only file system|Permission denied|EROFS|EACCES|EPERM/],
  ['other', /incompatible with server|initialized by/],
  ['damaged', /\b(PANIC|FATAL): /],
]

/**
 * Finds the reason of an error of PGlite, which itself only says that it was aborted.
 * @param lines the last lines of PostgreSQL's log
 */
export function reportFailure(error: unknown, lines: readonly string[]): FailureReport {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof DamagedFile) return { kind: 'damaged', detail: message }
  const said = lines.findLast((line) => /\b(PANIC|FATAL): /.test(line))
  const [kind] = signs.find(([, sign]) => sign.test(said ?? message)) ?? ['other']
  return { kind, detail: said?.replace(/^.*?\b(PANIC|FATAL): +/, '') ?? message }
}
