import { errorMessage, type Notice } from './notice.ts'

/** For work that nobody awaits: its failure becomes a notice about `what`, and affects nothing else. */
export function inBackground(work: Promise<unknown>, notice: Notice, what: string): void {
  work.catch((error: unknown) => notice('warn', `${what}: ${errorMessage(error)}`))
}
