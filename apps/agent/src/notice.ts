/** Notices for the person at the agent's console; not the phone's log, which goes to the server. */
export type Notice = (level: 'info' | 'warn' | 'error', message: string) => void

export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
