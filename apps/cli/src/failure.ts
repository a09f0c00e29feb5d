/** What the exit code of the program says; docs/command-line.md lists them. */
export const ExitCode = {
  done: 0,
  /** What was run failed, or the server refused it. */
  failed: 1,
  wrongUse: 2,
  /** Not signed in, or without the permission. */
  notAllowed: 3,
  notFound: 4,
  /** The server cannot be reached. */
  unreachable: 5,
  /** Something else has changed in the meantime, or the server asks a question. */
  conflict: 6,
} as const
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode]

/** Ends the command; the message is for the person who typed it. */
export class Failure extends Error {
  readonly exitCode: ExitCode

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

export const wrongUse = (message: string): Failure => new Failure(ExitCode.wrongUse, message)
export const notFound = (message: string): Failure => new Failure(ExitCode.notFound, message)

/** An expired wait, and the end of a command by Ctrl-C. */
export const isAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')
