import { type Message, TerminalError } from '@fleetdeck/i18n/terminal'

/** Notices for the person at the agent's terminal; not the phone's log, which goes to the server. */
export type Notice = (level: 'info' | 'warn' | 'error', message: Message) => void

/** For notices, which are in the language of the terminal. */
export const reasonOf = (error: unknown): Message =>
  error instanceof TerminalError ? error.said : errorMessage(error)

/** fetch wraps the reason in `cause`, which may be a list without a message. */
export function errorMessage(error: unknown): string {
  const reason = error instanceof TypeError && error.cause ? error.cause : error
  if (!(reason instanceof Error)) return String(reason)
  return reason.message || ((reason as NodeJS.ErrnoException).code ?? reason.name)
}
