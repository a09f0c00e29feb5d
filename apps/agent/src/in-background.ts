import { say, type TerminalKey, type TerminalValues } from '@fleetdeck/i18n/terminal'
import { type Notice, reasonOf } from './notice.ts'

/** For work that nobody awaits: its failure becomes a notice with its reason, and affects nothing else. */
export function inBackground(
  work: Promise<unknown>,
  notice: Notice,
  key: TerminalKey,
  values?: TerminalValues,
): void {
  work.catch((error: unknown) => notice('warn', say(key, { ...values, reason: reasonOf(error) })))
}
